/** `npm test`: what proves a change, on a fresh clone too. Its last line is `N passed, N failed`. */
import { prove } from './prove.mjs'
import { script } from './runtime.mjs'

await script(() => prove({ full: false }))
