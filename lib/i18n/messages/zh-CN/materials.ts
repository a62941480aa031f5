import { materialBaseItems, materialUsedCarItems } from '../../../rules/material-types.ts'

/** Materials of an entry, by code. */
const materials: Readonly<Record<string, string>> = Object.fromEntries(
  [...materialBaseItems, ...materialUsedCarItems].map(({ code, label }) => [code, label]),
)

export default materials
