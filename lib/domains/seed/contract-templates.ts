import { eq } from 'drizzle-orm'
import { db } from '../../platform/db/client.ts'
import { capital } from '../channels/table.ts'
import { contractTemplate, contractTemplateVersion } from '../contracts/table/contracts.ts'
import { contractTexts } from './contract-texts.ts'

/** In force since before anybody signs. */
const since = '2020-01-01'

/** For a tenant that has no templates of its own. */
export async function seedContractTemplates(): Promise<void> {
  const [some] = await db().select({ id: contractTemplate.id }).from(contractTemplate).limit(1)
  if (some) return
  for (const text of contractTexts) await addTemplate(text)
}

/** In a demo one of its funders brings a text of its own, which its orders are signed by. */
export async function seedFunderTemplate(): Promise<void> {
  const [funder] = await db().select().from(capital).where(eq(capital.code, 'BANKA'))
  const text = contractTexts.find(({ code }) => code === 'LH')
  if (!funder || !text) return
  const name = `${text.name}（${funder.name}文本）`
  const body = `本合同采用联合贷款人{资方名称}提供的文本。\n${text.body}`
  await addTemplate({ ...text, name, body }, funder.id)
}

async function addTemplate({ body, ...template }: (typeof contractTexts)[number], capitalId?: number) {
  const [row] = await db()
    .insert(contractTemplate)
    .values({ ...template, capitalId })
    .returning({ id: contractTemplate.id })
  if (!row) throw new Error('the template was not written')
  await db().insert(contractTemplateVersion).values({
    templateId: row.id,
    version: 1,
    name: template.name,
    body,
    effectiveFrom: since,
    publishedAt: new Date().toISOString(),
  })
}
