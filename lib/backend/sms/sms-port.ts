import { isDemo } from '../identity/demo-offer.ts'
import { httpSms } from './http-sms.ts'

/** The port to whoever sends SMS: an operator's gateway, or in the demo a simulator that shows the message instead. */

export type Sms = {
  mobile: string
  /** Name of the text, for gateways that send registered templates only. */
  template: 'collect_code'
  params: Readonly<Record<string, string>>
  /** The text itself. */
  text: string
}

/** @returns what the page shows instead of a message on the mobile; null where one was really sent @throws when not */
export type SmsProvider = (sms: Sms) => Promise<string | null>

/** The gateway of the environment: SMS_URL and SMS_TOKEN. */
export type SmsGateway = { url: URL; token: string | undefined }

let chosen: SmsProvider | undefined

/** Chosen once, when the backend opens. */
export function chooseSms(gateway: SmsGateway | undefined): void {
  chosen = gateway && httpSms(gateway)
}

/** Shows the message where the person is who waits for it. */
const simulator: SmsProvider = async ({ text }) => text

/** Who sends now; undefined where nobody does: no gateway, and no demo. */
export const smsProvider = (): SmsProvider | undefined => chosen ?? (isDemo() ? simulator : undefined)
