import { and, asc, eq, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { type Actor, type Call, type PublicCall, withCall } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { badInput, CallError, type FieldMessage, refused } from '../../../platform/errors.ts'
import { describeError, log } from '../../../platform/log.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { channel, shop } from '../../channels/table.ts'
import { findStaff } from '../../identity/service/find-actor.ts'
import { addressOf } from '../../identity/service/login-attempts.ts'
import { sysUser } from '../../identity/table.ts'
import { emptyIntake, type IntakeValues, submittedIntake } from '../../orders/rules/entry/intake.ts'
import { createOrder } from '../../orders/service/save-intake.ts'
import type { collect } from '../contract.ts'
import {
  type CollectField,
  type CollectValues,
  cleanCollected,
  collectIssues,
  consentVersion,
} from '../rules/collect.ts'
import { collectConsent } from '../table.ts'
import { consumeCode } from './codes.ts'
import { type Link, spendLink } from './links.ts'
import { openForm } from './open-form.ts'

type Input = ParsedInputOf<typeof collect.submit>

/**
 * Takes the form in: one transaction from the link to the draft, in the name of whoever gets it. The answer is the same
 * whether or not the customer is known.
 *
 * @throws 400 by field, 422 when the link no longer counts or nobody is there to take it
 */
export async function submitForm(input: Input, call: PublicCall): Promise<OutputOf<typeof collect.submit>> {
  const { token, agreed, ...typed } = input
  const values = cleanCollected(typed)
  requireRight(values, agreed, call.today)
  const refusal = await inTenantOf(call.tenantCode, async (tenantId) => {
    const form = await openForm(token, { lock: true })
    if (form instanceof CallError) return form
    // Answered, not thrown: the try counts.
    if (!(await consumeCode(values.mobile, { linkId: form.link?.id ?? null }, values.code)))
      return badInput({ code: 'collectPage.wrongCode' })
    await takeIn(values, form.link, { ...call, tenantId })
    return undefined
  })
  if (refusal) throw refusal
  return {}
}

function requireRight(values: CollectValues, agreed: string, today: string): void {
  const issues = Object.entries(collectIssues(values, today))
  const fields: Record<string, FieldMessage> = Object.fromEntries(
    issues.map(([field, { key, params }]) => [field, params ? { key, params } : key]),
  )
  if (agreed !== consentVersion) fields.agreed = 'collectPage.agreeFirst'
  if (Object.keys(fields).length > 0) throw badInput(fields)
}

type Taking = PublicCall & { tenantId: number }

async function takeIn(values: CollectValues, link: Link | undefined, taking: Taking): Promise<void> {
  const { tenantId, tenantCode, now } = taking
  const tenant = { id: tenantId, code: tenantCode }
  const place = link
    ? { shopId: link.shopId, actor: await findStaff(link.ownerId, tenant) }
    : await findReceiver(values.city, taking)
  if (!place?.actor) throw refused('collectPage.nobody')
  const { actor, shopId } = place
  const signedIn: Call = { ...taking, actor, token: '' }
  await withCall(signedIn, async () => {
    const source = link ? 'link' : 'open'
    const { orderId, orderNo } = await createOrder(intakeOf(values, shopId, actor), signedIn, source).catch(
      (error: unknown) => {
        throw ownRefusal(error, taking)
      },
    )
    if (link) await spendLink(link, orderId, now)
    await db()
      .insert(collectConsent)
      .values({
        orderId,
        linkId: link?.id ?? null,
        textVersion: consentVersion,
        mobile: values.mobile,
        ip: addressOf(taking.ip),
        agreedAt: now.toISOString(),
      })
    await audit({
      action: 'collect.submit',
      object: `application:${orderId}`,
      after: { source, linkId: link?.id ?? null, mobile: values.mobile, consent: consentVersion },
    })
    await sendMessages([
      {
        kind: 'notice',
        userId: actor.id,
        orderId,
        opens: 'intakeForm',
        title: say('collect.arrived', { orderNo }),
        body: say('messages.customer', { name: values.name }),
        createdAt: now.toISOString(),
      },
    ])
  })
}

/** The form's fields, by their path in the intake. */
const fieldAt: Readonly<Record<string, CollectField>> = {
  'customer.name': 'name',
  'customer.idNo': 'idNo',
  'customer.mobile': 'mobile',
  'intent.model': 'model',
  'intent.amount': 'amount',
  'shop.applyCity': 'city',
}

/** A refusal in the words of this form. What is about the shop or its staff is none of the customer's business. */
function ownRefusal(error: unknown, { requestId }: Taking): unknown {
  if (!(error instanceof CallError)) return error
  const fields = Object.entries(error.body.fields ?? {}).flatMap(([path, message]) =>
    fieldAt[path] ? [[fieldAt[path], message] as const] : [],
  )
  if (error.status === 400 && fields.length > 0)
    return new CallError(400, { message: say('refusals.badInput'), fields: Object.fromEntries(fields) })
  log({ event: 'collected form not taken', id: requestId, ...describeError(error) })
  return refused('collectPage.nobody')
}

function intakeOf(values: CollectValues, shopId: number, actor: Actor): IntakeValues {
  const empty = emptyIntake()
  const { name, idNo, mobile, model, amount, city } = values
  return submittedIntake({
    customer: { ...empty.customer, name, idNo, mobile, creditAuth: true },
    shop: { ...empty.shop, shopId: String(shopId), salesmanId: String(actor.id), applyCity: city },
    intent: { ...empty.intent, model, amount },
  })
}

/** Whoever creates orders in a shop that takes them, in the customer's city first: the open form names nobody. */
async function findReceiver(
  city: string,
  { tenantId, tenantCode, today }: Taking,
): Promise<{ shopId: number; actor: Actor } | undefined> {
  const candidates = await db()
    .select({ userId: sysUser.id, shopId: shop.id })
    .from(shop)
    .innerJoin(channel, eq(channel.id, shop.channelId))
    .innerJoin(sysUser, eq(sysUser.orgUnitId, shop.orgUnitId))
    .where(
      and(
        eq(shop.status, '已开通'),
        eq(sysUser.status, '正常'),
        sql`coalesce(${channel.coopTo} >= ${today}, true)`,
      ),
    )
    .orderBy(sql`${city} = any(${shop.region}) desc`, asc(shop.id), asc(sysUser.id))
    .limit(20)
  for (const { userId, shopId } of candidates) {
    const actor = await findStaff(userId, { id: tenantId, code: tenantCode })
    if (actor?.permissions.has('order:create')) return { shopId, actor }
  }
  return undefined
}
