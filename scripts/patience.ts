import { configure } from '@testing-library/react'

/** A busy machine is slow, not wrong: what a test waits for has as long as the tests themselves, nearly. */
configure({ asyncUtilTimeout: 30_000 })
