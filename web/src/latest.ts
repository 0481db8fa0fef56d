// Fetches what is wanted, one thing at a time: when much is wanted quickly, as with a slider, only the newest is
// fetched next, and what was wanted in between is skipped.
const PAUSE = 120 // milliseconds, so that no server is asked too often

export class Latest<Key, Value> {
  private wanted: { key: Key } | null = null
  private running: Promise<void> | null = null

  constructor(
    private readonly fetch: (key: Key) => Promise<Value>,
    private readonly show: (value: Value) => void,
  ) {}

  /** Ends when the newest is shown, or refused. */
  want(key: Key): Promise<void> {
    this.wanted = { key }
    this.running ??= this.run().finally(() => (this.running = null))
    return this.running
  }

  /** Nothing is wanted any more: what is on its way is not shown. */
  forget() {
    this.wanted = null
  }

  private async run() {
    while (this.wanted) {
      const now = this.wanted
      const value = await this.fetch(now.key)
      if (now === this.wanted) return this.show(value)
      await new Promise((done) => setTimeout(done, PAUSE))
    }
  }
}
