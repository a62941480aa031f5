import * as z from 'zod'

/**
 * A tenant's telephone (`phone` in TENANTS_FILE): which call-centre control the softphone bar holds.
 *
 * - `simulator`: the built-in call-centre, on a WebSocket of this server; for demos and training.
 * - `frame`: a vendor's page in a sandboxed frame; `script`: a vendor's script in one of an origin of its own. Both
 *   speak the frames of `call-bar.ts` by postMessage.
 * - `sip`: SIP over WebSocket, each seat an account of `domain`.
 */

const httpsUrl = z
  .string()
  .refine((text) => isPlain(text, 'https:'), 'must be an https URL without credentials')
const host = z.string().regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, 'must be a host name')

const vendor = {
  url: httpsUrl,
  /** Other hosts that the control may load from and speak to. */
  hosts: z.array(host).max(20).default([]),
  /** Of its frame, in CSS pixels. */
  height: z.number().int().min(40).max(400).default(56),
}

export const phoneSetting = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('simulator') }),
  z.strictObject({ kind: z.literal('frame'), ...vendor }),
  z.strictObject({ kind: z.literal('script'), ...vendor }),
  z.strictObject({
    kind: z.literal('sip'),
    server: z.string().refine((text) => isPlain(text, 'wss:'), 'must be a wss URL without credentials'),
    domain: host,
  }),
])
export type PhoneSetting = z.output<typeof phoneSetting>

function isPlain(text: string, protocol: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === protocol && url.username === '' && url.password === '' && !/[\s\\]/.test(text)
}

/**
 * Everything that a page's content security policy has to allow for a control: sources by directive, all empty for our
 * own.
 */
export function phoneSources(setting: PhoneSetting | undefined): { connect: string[]; frame: string[] } {
  switch (setting?.kind) {
    case 'frame':
      return {
        connect: [],
        frame: [new URL(setting.url).origin, ...setting.hosts.map((name) => `https://${name}`)],
      }
    case 'script': {
      // Its frame has no address: it inherits the policy of the page, where the nonce admits the script.
      const hosts = [new URL(setting.url).host, ...setting.hosts]
      return { connect: hosts.flatMap((name) => [`https://${name}`, `wss://${name}`]), frame: [] }
    }
    case 'sip':
      return { connect: [new URL(setting.server).origin], frame: [] }
    default:
      return { connect: [], frame: [] }
  }
}
