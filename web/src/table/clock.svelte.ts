// How long everybody has left: as the server said last, and counted on from there.
import { follow, left, NO_CLOCKS, type Clocks, type Limits, type Told } from '../model/clock'

export class TableClock {
  private clocks: Clocks = $state.raw(NO_CLOCKS)
  private now = $state(Date.now())
  private ticking: ReturnType<typeof setInterval> | undefined

  set(told: Told) {
    this.now = Date.now()
    this.clocks = follow(told, this.now)
    if (this.clocks.used.length > 0) this.ticking ??= setInterval(() => (this.now = Date.now()), 1000)
  }

  left(seat: number, limits: Limits): number | undefined {
    return left(this.clocks, seat, limits, this.now)
  }

  close() {
    clearInterval(this.ticking)
  }
}
