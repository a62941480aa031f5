/**
 * `npm run proof`: everything, on both databases, for a release, or the parts that are named. Its last line is
 * `N passed, N failed`.
 */
import { prove } from './prove.mjs'
import { script } from './runtime.mjs'

await script(() => prove({ full: true, parts: process.argv.slice(2) }))
