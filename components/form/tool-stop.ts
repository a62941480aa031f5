import { createContext } from 'react'

/** The `tabIndex` of a tool among fields: a long form has keys of its own for them, anywhere else Tab leads there. */
export const ToolStopContext = createContext<0 | -1>(0)
