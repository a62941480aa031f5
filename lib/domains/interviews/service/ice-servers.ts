import { createHmac } from 'node:crypto'
import type { Connection } from '../contract.ts'

/**
 * The way in which a browser gets through to the other one. Credentials of the relay are those of coturn's REST scheme
 * (`use-auth-secret`): the end of their time as a name, and an HMAC of it, so that no password of ours travels.
 */

/** TURN_URL and TURN_SECRET. */
export type TurnSetting = { urls: readonly string[]; secret: string }

/** An interview is over by then, and a stolen name is worth nothing. */
const lifetimeS = 4 * 3600

let chosen: TurnSetting | undefined

/** Chosen once, when the backend opens. */
export function chooseTurn(setting: TurnSetting | undefined): void {
  chosen = setting
}

/** @param room what the relay logs */
export function connectionFor(room: string, now: Date): Connection {
  if (!chosen) return { iceServers: [], relayed: false, now: now.getTime() }
  const username = `${Math.floor(now.getTime() / 1000) + lifetimeS}:${room}`
  const credential = createHmac('sha1', chosen.secret).update(username).digest('base64')
  return { iceServers: [{ urls: [...chosen.urls], username, credential }], relayed: true, now: now.getTime() }
}
