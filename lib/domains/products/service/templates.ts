import type { Call } from '../../../platform/context.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import type { TemplateView } from '../contract.ts'
import { productsOnOffer } from './product-terms.ts'

/** 录单模板, to read: they are part of the program. */

export async function readTemplates(_input: object, { today }: Call): Promise<TemplateView[]> {
  const offered = await productsOnOffer(today)
  return templates.map(({ code, version, name, flow, sections, fields, materials, guards, milestones }) => ({
    code,
    version,
    name,
    flow,
    sections: sections.map((section) => ({ code: section.code, when: section.when ?? null })),
    fields: Object.entries(fields).flatMap(([section, overrides]) =>
      Object.entries(overrides ?? {}).map(([field, { required, hidden }]) => ({
        section,
        field,
        is: hidden ? ('hidden' as const) : required ? ('required' as const) : ('optional' as const),
      })),
    ),
    materials: materials.map(({ when, ...material }) => ({ ...material, when: when ?? null })),
    guards: Object.entries(guards).map(([guard, value]) => ({ name: guard, value: textOf(value) })),
    milestones: [...milestones],
    products: offered
      .filter(({ templateCode }) => templateCode === code)
      .map((one) => ({ id: one.id, code: one.code, name: one.name })),
  }))
}

/** A parameter as text; one of several parts names each. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, part]) => `${name} ${textOf(part)}`)
        .join(', ')
    : String(value)
