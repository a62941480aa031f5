import { isRepeated, sectionsByName } from '@/lib/rules/order-entry/entry-values'
import { standardTemplate } from '@/lib/rules/order-entry/template'
import { sectionName } from '@/lib/rules/order-entry/template-engine'

/** What a return may name of an entry: single fields, and a section of rows as a whole. */
export const entryPaths = standardTemplate.sections.flatMap(({ code }) => {
  const name = sectionName(code)
  if (name === null) return []
  return isRepeated(name) ? [name] : sectionsByName[name].fields.map((field) => `${name}.${field.name}`)
})
