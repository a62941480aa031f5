import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { done, eventId, id, int, json } from '../../../platform/contract/wire.ts'
import { idTailPattern, refusalLength, signingStates } from '../rules/signing.ts'

/**
 * 电子签约 on the phone of whoever signs, by a link that holds the secret `token`. Nobody is signed in: the last four
 * digits of the ID number and an SMS code prove who it is, and give this one phone a session. Another phone that proves
 * itself ends it.
 */

/** The secret of a link: 32 random bytes. */
const token = z.string().max(100)
/** The session that {@link signing.prove} has answered. */
const session = z.string().max(100)
const stranger = { on: 'order', own: 'stranger' } as const
/** Every call with a session: 422 `signing.proveAgain` when it has ended, or another phone has taken it over. */
const proved = z.object({ token, session })

export const signing = {
  /**
   * The state of the link. An unknown token answers `unknown` and nothing else. Names are masked; papers come with a
   * session that holds.
   */
  open: read({
    method: 'POST',
    path: '/biz/signing/link/open',
    access: 'public',
    of: [],
    input: z.object({ token, session: session.optional() }),
    output: z.object({
      state: z.enum(signingStates),
      /** The company that the contracts are with. */
      company: z.string(),
      signer: z.object({ name: z.string(), role: z.string(), mobile: z.string() }).nullable(),
      /** The people who have to sign first; of `waiting`. */
      before: z.array(z.string()),
      expireAt: z.string().nullable(),
      /** The time at which this person signed or refused. */
      endedAt: z.string().nullable(),
      titles: z.array(z.string()),
      /** The session that was sent holds. */
      proved: z.boolean(),
      /** Wrong last four digits that are left; at 0 the link is shut until staff sends another. */
      triesLeft: z.number().int(),
      papers: z.array(
        z.object({
          id: z.number().int(),
          title: z.string(),
          contractNo: z.string(),
          pages: z.number().int(),
          /** Pages that were shown to this person. */
          read: z.array(z.number().int()),
          /** The company has sealed it: who signed can have his copy. */
          sealed: z.boolean(),
        }),
      ),
    }),
  }),
  /**
   * Sends a code to the mobile of the link's person. 400 at `idTail` for wrong digits; 429 when it is asked for too
   * often; 422 `signing.<state>` when the link does not count now, `signing.shut` after too many wrong digits. `shown`
   * is the message itself where the simulator stands in for a provider.
   */
  sendCode: write({
    method: 'POST',
    path: '/biz/signing/code/send',
    access: 'public',
    writes: stranger,
    maxBytes: 8 * 1024,
    input: z.object({
      token,
      idTail: z.string().trim().toUpperCase().regex(idTailPattern, 'signing.idTailFormat'),
    }),
    output: z.object({ waitSeconds: z.number().int(), mobile: z.string(), shown: z.string().nullable() }),
  }),
  /** The code for a session of this phone. 400 at `code`. */
  prove: write({
    method: 'POST',
    path: '/biz/signing/code/prove',
    access: 'public',
    writes: stranger,
    maxBytes: 8 * 1024,
    input: z.object({ token, code: z.string().regex(/^\d{6}$/, 'rules.smsCode') }),
    output: z.object({ session: z.string(), minutes: z.number().int() }),
  }),
  /** A paper as PDF, to be drawn page by page; for who has signed, his copy with the company's seal. 422 `signing.notSealed`. */
  paper: write({
    method: 'POST',
    path: '/biz/signing/paper/get',
    access: 'public',
    writes: stranger,
    kind: 'file',
    maxBytes: 8 * 1024,
    input: proved.extend({ id: id() }),
    output: done,
  }),
  /** Says that pages of a paper stood on the screen; `read` are all of it that did. Twice is as good as once. */
  shown: write({
    method: 'POST',
    path: '/biz/signing/page/shown',
    access: 'public',
    writes: stranger,
    maxBytes: 8 * 1024,
    input: proved.extend({ id: id(), pages: json(z.array(int(1, 500)).min(1).max(500)) }),
    output: z.object({ read: z.array(z.number().int()) }),
  }),
  /**
   * Signs all papers of the link. The same event id again is answered as the first time. 422 `signing.unread` while a
   * page was not shown, 400 at `signature` as `signatureProblem` says. `next`: who signs now, masked; null when the
   * company's seal is all that is left.
   */
  sign: write({
    method: 'POST',
    path: '/biz/signing/sign',
    access: 'public',
    writes: stranger,
    maxBytes: 128 * 1024,
    input: proved.extend({
      eventId: eventId(),
      signature: json(
        z.object({
          width: z.number().int(),
          height: z.number().int(),
          strokes: z.array(z.array(z.number().int())),
        }),
      ),
    }),
    output: z.object({ signedAt: z.string(), next: z.string().nullable() }),
  }),
  /** Refuses all of them, for everybody: what was signed already falls with them. */
  refuse: write({
    method: 'POST',
    path: '/biz/signing/refuse',
    access: 'public',
    writes: stranger,
    maxBytes: 8 * 1024,
    input: proved.extend({
      eventId: eventId(),
      reason: z
        .string()
        .trim()
        .min(refusalLength.min, 'signing.reasonWanted')
        .max(refusalLength.max, 'signing.reasonWanted'),
    }),
    output: done,
  }),
}
