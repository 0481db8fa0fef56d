// How long everybody has taken: as the server said with the last view, and counted on from there.
import { follow, NO_CLOCKS, taken, type Clocks } from '../model/clock'
import type { View } from '../protocol'

export class TableClock {
  private clocks: Clocks = $state.raw(NO_CLOCKS)
  private now = $state(Date.now())
  private ticking: ReturnType<typeof setInterval> | undefined

  set(view: View) {
    this.now = Date.now()
    this.clocks = follow(this.clocks, view, this.now)
    if (view.used.length > 0) this.ticking ??= setInterval(() => (this.now = Date.now()), 1000)
  }

  taken(seat: number): number | undefined {
    return taken(this.clocks, seat, this.now)
  }

  close() {
    clearInterval(this.ticking)
  }
}
