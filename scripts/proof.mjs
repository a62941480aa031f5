/** `npm run proof`: everything, on both databases, for a release. Its last line is `N passed, N failed`. */
import { prove } from './prove.mjs'
import { script } from './runtime.mjs'

await script(() => prove({ full: true }))
