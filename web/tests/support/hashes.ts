// What whole games come to in WebAssembly (tests/page/bench_hashes.c): in node, or in a browser, which gets the text of
// this function; so it needs nothing but what it is given.
export interface Played {
  hash: string
  seconds: number
}

export async function hashesOf({ wasm, files, games, random, greedy }: { wasm: string; files: Record<string, string>
  games: string[]; random: number; greedy: number }): Promise<Record<string, Played>> {
  const bytes = Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0))
  const module = await WebAssembly.compile(bytes)
  const nothing: Record<string, Record<string, (...n: number[]) => number>> = {}
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (nothing[from] ??= {})[name] = () => 0
  // The time stands still, so that no bot ever runs out of it
  nothing['wasi_snapshot_preview1']!['clock_time_get'] = (_which, _precision, at) => {
    new DataView(x.memory.buffer).setBigUint64(at!, 0n, true)
    return 0
  }
  const { exports } = await WebAssembly.instantiate(module, nothing)
  const x = exports as unknown as { memory: WebAssembly.Memory; _initialize(): void; page_room(n: number): number
    page_let(at: number): void; page_open(kept: number): number
    page_put_file(path: number, at: number, n: number): number
    hashes_of(path: number, random: number, greedy: number): bigint }
  const room = (text: string): [number, number] => {
    const content = new TextEncoder().encode(text)
    const at = x.page_room(content.length)
    new Uint8Array(x.memory.buffer).set(content, at)
    return [at, content.length]
  }
  x._initialize()
  if (!x.page_open(0)) throw new Error('the engine has no memory')
  for (const [path, text] of Object.entries(files)) {
    const [at] = room(path)
    if (!x.page_put_file(at, ...room(text))) throw new Error('the engine has no memory')
  }
  const played: Record<string, Played> = {}
  for (const game of games) {
    const began = performance.now()
    const hash = x.hashes_of(room(`games/${game}/${game}.game`)[0], random, greedy)
    played[game] = { hash: BigInt.asUintN(64, hash).toString(16).padStart(16, '0'),
      seconds: (performance.now() - began) / 1000 }
  }
  return played
}
