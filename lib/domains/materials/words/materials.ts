import {
  materialBaseItems,
  materialReleaseItems,
  materialUsedCarItems,
} from '../../configuration/rules/material-types.ts'

/** Materials of an order, by code. */
const materials: Readonly<Record<string, string>> = Object.fromEntries(
  [...materialBaseItems, ...materialUsedCarItems, ...materialReleaseItems].map(({ code, label }) => [
    code,
    label,
  ]),
)

export default materials
