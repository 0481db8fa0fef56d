// Starts the service worker, and says when there is a newer version of the page than the one that is open.
import type { ToService } from './scope'

const ask = (worker: ServiceWorker, m: ToService) =>
  new Promise<boolean>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (event) => done(event.data === true)
    worker.postMessage(m, [port2])
  })

/** The script this page began with: its name changes with what it is. */
const ownScript = () => {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : ''
}

/** All that the studio needs is there without a server, too. */
export async function keepStudio() {
  if (!navigator.serviceWorker || import.meta.env.DEV) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ t: 'keep studio' } satisfies ToService)
}

/** `onnewer` hears at most once of a version that is not this page's, with the way to it. */
export async function registerService(onnewer: (show: () => void) => void) {
  const { serviceWorker } = navigator
  if (!serviceWorker || import.meta.env.DEV) return // only where pages come by HTTPS, or from this machine
  const takeOver = (worker: ServiceWorker) => worker.postMessage({ t: 'take over' } satisfies ToService)
  async function ready(worker: ServiceWorker | null) {
    if (!worker || worker.state !== 'installed' || !serviceWorker.controller) return
    if (await ask(worker, { t: 'has', path: ownScript() })) return takeOver(worker) // this page is of that version
    onnewer(() => {
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
      takeOver(worker)
    })
  }
  try {
    const registration = await serviceWorker.register('/service.js')
    void ready(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => void ready(installing))
    })
  } catch {
    // without it there is no page without a server, and nothing else changes
  }
}
