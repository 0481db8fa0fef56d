// Being told that it is one's turn while one does not look: by this page behind another, by this browser without a page
// (push messages), by mail, by receivers the operator has. The server is told whether the page is before somebody.
import type { Message, NoticesTold } from '../protocol'
import { saveSettings, say, settings } from '../settings.svelte'
import type { Connection } from './connection.svelte'
import type { Notice } from './notice.svelte'

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

const service = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration('/').catch(() => undefined)

/** Permission is asked for by a click and never otherwise. */
async function mayShow(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return Notification.permission === 'granted' || (await Notification.requestPermission()) === 'granted'
}

export class Telling {
  /** What the server can tell, and to whom it does; null: it was not asked. */
  told: NoticesTold | null = $state.raw(null)
  /** The endpoint of this browser's subscription. */
  own: string | null = $state(null)
  /** There is a service worker that takes push messages. */
  pushes = $state(false)
  private shown: Notification | null = null
  private readonly see = () => void this.look()

  constructor(
    private readonly connection: Connection,
    private readonly notice: Notice,
  ) {
    document.addEventListener('visibilitychange', this.see)
  }

  close() {
    document.removeEventListener('visibilitychange', this.see)
    this.shown?.close()
  }

  // ---- whether one looks
  private look() {
    if (!document.hidden) this.shown?.close()
    this.connection.client.send({ t: 'looking', yes: !document.hidden })
  }

  /** The connection is new: the server takes it for one that looks. */
  begin() {
    if (document.hidden) this.look()
  }

  /** It has become one's turn. */
  async turn(title: string) {
    if (!document.hidden || !settings.notify || typeof Notification === 'undefined') return
    if (Notification.permission !== 'granted') return
    const path = location.pathname
    const options = { body: say().notices.turn(title), tag: path, data: path }
    const worker = await service()
    if (worker) {
      await worker.showNotification(title, options) // a click on it is the service worker's
    } else {
      this.shown = new Notification(title, options)
      this.shown.onclick = () => window.focus()
    }
  }

  async setHere(on: boolean) {
    settings.notify = on && (await mayShow())
    if (on && !settings.notify) this.notice.tell(say().notices.denied)
    saveSettings()
  }

  // ---- who is told
  private async ask(m: { t: string; [key: string]: unknown }): Promise<boolean> {
    try {
      const told: Extract<Message, { t: 'notices' }> = await this.connection.client.ask<'notices'>(m)
      this.told = told
      return true
    } catch (e) {
      this.notice.refused(e)
      return false
    }
  }

  async load() {
    await this.ask({ t: 'notices' })
    const push = (await service())?.pushManager
    this.pushes = push !== undefined
    this.own = (await push?.getSubscription())?.endpoint ?? null
  }

  readonly pushed = () => this.told?.to.find((to) => to.channel === 'push' && to.address === this.own)

  async setPush(on: boolean) {
    const pushed = this.pushed()
    if (!on) return pushed ? this.end(pushed.id) : true
    const push = (await service())?.pushManager
    if (!push || !this.told?.push) return false
    try {
      if (!(await mayShow())) throw new Error(say().notices.denied)
      const key = bytesOf(this.told.push)
      const subscription = (await push.getSubscription()) ??
        (await push.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
      this.own = subscription.endpoint
      return await this.ask({ t: 'notify', push: subscription.toJSON() })
    } catch (e) {
      this.notice.tell(e instanceof Error ? e.message : String(e))
      return false
    }
  }

  setHook(hook: string, on: boolean) {
    const known = this.told?.to.find((to) => to.channel === 'hook' && to.address === hook)
    if (on) return this.ask({ t: 'notify', hook })
    return known ? this.end(known.id) : Promise.resolve(true)
  }

  addMail = (mail: string) => this.ask({ t: 'notify', mail })
  confirm = (code: string) => this.ask({ t: 'confirm', code })
  end = (id: string) => this.ask({ t: 'quiet', id })
}
