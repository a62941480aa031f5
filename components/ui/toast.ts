'use client'

/** A toast can be one of these; an error stays longer, and carries the number that finds it in the log. */
export type Toast = {
  tone: 'success' | 'error' | 'info'
  message: string
  incidentId?: string | undefined
  /** The people who can clear a refusal. */
  hint?: string | undefined
  /** The address of the page where it can be cleared. */
  place?: string | undefined
  /** Something that can be done about it at once, such as 撤销: the toast stays while the keys are on it. */
  act?: Act | undefined
}
export type Act = { label: string; run: () => void }

let show: ((toast: Toast) => void) | undefined
const waiting: Toast[] = []

function send(toast: Toast): void {
  if (show) show(toast)
  else waiting.push(toast)
}

/** Connects the toasts to the element that draws them; those that came before are shown now. */
export function connectToasts(next: ((toast: Toast) => void) | undefined): void {
  show = next
  if (next) for (const toast of waiting.splice(0)) next(toast)
}

/**
 * Short messages at the edge of the page. The same message shown twice is one toast.
 *
 *     toast.success(t('list.exported'))
 *     toast.error(message, incidentId)
 */
export const toast = {
  success: (message: string, act?: Act) => send({ tone: 'success', message, act }),
  info: (message: string) => send({ tone: 'info', message }),
  error: (message: string, incidentId?: string, hint?: string, place?: string) =>
    send({ tone: 'error', message, incidentId, hint, place }),
}
