import type { CallControl, ControlOptions } from './call-control'

/**
 * A vendor's control by its address: a page in a sandboxed frame, or a script in one that has no origin at all. It posts
 * the frames of `lib/domains/voice/rules/call-bar.ts` and is posted commands, `{ do: 'open' | 'accept' | 'hangUp' | 'dial' | 'mute' }`.
 * Only what the frame itself says from the vendor's origin is heard.
 */
export function openFrameControl({
  hold,
  setting,
  place,
  events,
}: ControlOptions<'frame' | 'script'>): CallControl {
  const frame = document.createElement('iframe')
  const isPage = setting.kind === 'frame'
  const origin = isPage ? new URL(setting.url).origin : 'null'
  frame.title = place.title
  frame.height = String(setting.height)
  frame.referrerPolicy = 'no-referrer'
  frame.allow = isPage ? `microphone ${origin}; autoplay ${origin}` : 'autoplay'
  // A page of the vendor's keeps its own origin; a script in our document must not get ours.
  frame.setAttribute('sandbox', isPage ? 'allow-scripts allow-same-origin allow-forms' : 'allow-scripts')
  if (isPage) frame.src = setting.url
  else frame.srcdoc = scriptPage(setting.url)

  const say = (command: Record<string, unknown>) =>
    frame.contentWindow?.postMessage(command, isPage ? origin : '*')
  const onMessage = (event: MessageEvent) => {
    if (event.source === frame.contentWindow && event.origin === origin) events.frame(event.data)
  }
  frame.onload = () => {
    events.line(true)
    say({ do: 'open', name: hold.name, seat: hold.seat, secret: hold.secret })
  }
  window.addEventListener('message', onMessage)
  place.replaceChildren(frame)

  return {
    accept: () => say({ do: 'accept' }),
    hangUp: () => say({ do: 'hangUp' }),
    dial: ({ number }) => say({ do: 'dial', number }),
    mute: (on) => say({ do: 'mute', on }),
    close() {
      say({ do: 'hangUp' })
      window.removeEventListener('message', onMessage)
      frame.remove()
    },
  }
}

/** The page around a vendor's script. It inherits our policy, so the script carries the nonce of the page. */
function scriptPage(url: string): string {
  const page = document.implementation.createHTMLDocument('')
  const script = page.createElement('script')
  script.src = url
  script.setAttribute('nonce', document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '')
  page.body.append(script)
  return `<!doctype html>${page.documentElement.outerHTML}`
}
