import { db } from '../db/client.ts'
import { contractTemplate, contractTemplateVersion } from '../db/schema/contracts.ts'
import { contractTexts } from './contract-texts.ts'

/** In force since before anybody signs. */
const since = '2020-01-01'

/** For a tenant that has no templates of its own. */
export async function seedContractTemplates(): Promise<void> {
  const [some] = await db().select({ id: contractTemplate.id }).from(contractTemplate).limit(1)
  if (some) return
  for (const { body, ...template } of contractTexts) {
    const [row] = await db().insert(contractTemplate).values(template).returning({ id: contractTemplate.id })
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
}
