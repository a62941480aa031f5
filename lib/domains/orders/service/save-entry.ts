import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { branch } from '../../channels/table.ts'
import { alignMaterialSet } from '../../materials/service/material-sets.ts'
import type { ProductTerms } from '../../products/contract.ts'
import { findProductTerms } from '../../products/service/product-terms.ts'
import type { applications } from '../contract.ts'
import { boundProduct } from '../rules/entry/bound-product.ts'
import { deriveEntry } from '../rules/entry/entry-quote.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import type { Template } from '../rules/entry/template.ts'
import { visibleMaterials } from '../rules/entry/template-engine.ts'
import { templateOf } from '../rules/entry/templates.ts'
import { changesBetween, entryOf, parseEntry } from './form-values.ts'
import { type Order, requireEdit, updateOrder } from './move-order.ts'
import { headlineOf, type OrderQuote, quoteOrder } from './order-quote.ts'
import { outsideScope } from './shop-door.ts'

type Saved = OutputOf<typeof applications.saveEntry>

/**
 * 保存草稿 of the order entry: unfinished values are welcome. What is calculated is calculated here, the quote with
 * it, and the order's headline figures follow.
 *
 * @throws 400 for values that are no entry, 422 by the state
 */
export async function saveEntry(
  input: ParsedInputOf<typeof applications.saveEntry>,
  call: Call,
  order: Order,
): Promise<Saved> {
  const { values, product, quoted } = await openEntry(input, call, order)
  const saved = await updateOrder(order, call, {
    ...(product && {
      productId: product.id,
      productVersion: product.version,
      templateCode: product.templateCode,
      bizMode: product.bizMode,
      flow: product.flow,
    }),
    ...headlineOf(values, product, quoted),
    entryUserId: order.entryUserId ?? call.actor.id,
    entryValues: values,
  })
  const changes = changesBetween(values, entryOf(order))
  await audit({ after: { changed: changes.map(({ path }) => path) } })
  return { rowVersion: saved.rowVersion, savedAt: saved.updatedAt, quote: quoted && figuresOf(quoted.view) }
}

/** Everything that other parties earn is read at the order, by those who may see it. */
const figuresOf = ({ parties: _parties, ...figures }: OrderQuote['view']) => figures

type OpenEntry = {
  values: EntryValues
  template: Template
  /** As its template lets it be sold for these values. */
  product: ProductTerms | null
  quoted: OrderQuote | null
}

/** Everything that saving and submitting begin with: the values sent with everything derived, and their quote. */
export async function openEntry(input: { values: unknown }, call: Call, order: Order): Promise<OpenEntry> {
  const sent = parseEntry(input.values)
  requireEdit('entry', order, call)
  const offered = await findOffered(sent.financing.productId, order, call)
  if (offered && offered.id !== order.productId) await requireInScope(offered, order)
  const template = templateOf(offered ?? order)
  // Twice: how old the car is decides what the product allows.
  const begun = deriveEntry(sent, offered, call.today)
  const product = offered && boundProduct(offered, template, begun)
  const values = deriveEntry(begun, product, call.today)
  await alignMaterialSet(order.id, visibleMaterials(template, values), call)
  return { values, template, product, quoted: quoteOrder(values, product, call.today) }
}

/**
 * An order keeps its product whatever its branch's 业务范围 becomes, and takes no other one outside it.
 * @throws 400 at the field
 */
async function requireInScope({ bizMode }: ProductTerms, order: Order): Promise<void> {
  const [at] = await db()
    .select({ name: branch.name, businessScope: branch.businessScope })
    .from(branch)
    .where(eq(branch.id, order.branchId))
  const outside = at && outsideScope(at, bizMode)
  if (outside) throw badInput({ 'financing.productId': outside })
}

/** A product on offer, or the one the order has already; null for anything else. */
async function findOffered(productId: string, order: Order, { today }: Call): Promise<ProductTerms | null> {
  if (!/^[1-9]\d{0,15}$/.test(productId)) return null
  const product = await findProductTerms(Number(productId), today)
  return product && (product.offered || product.id === order.productId) ? product : null
}
