// The engine of this device while one is at pages below /local: it is started when the first is opened and let go when
// all are left, so that other tabs may go on at its tables.
import type { Local } from './local/local'
import { route } from './route.svelte'
import { chooseTransport, server } from './transport'

type Trouble = 'missing' | 'broken' | 'elsewhere'

class Device {
  engine: Local | null = $state.raw(null)
  trouble: Trouble | null = $state(null)
}

export const device = new Device()

chooseTransport(() => (route.local && device.engine) || server)

let starting = false

export async function startDevice() {
  if (device.engine || starting) return
  starting = true
  try {
    const { Local } = await import('./local/local')
    device.engine = new Local((what) => (device.trouble = what))
    void navigator.storage?.persist?.().catch(() => {}) // asked for, and no matter where it is refused
  } finally {
    starting = false
  }
}

export function stopDevice() {
  device.engine?.close()
  device.engine = device.trouble = null
}
