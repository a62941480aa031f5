import type { FieldErrors, FieldValues } from 'react-hook-form'

/** An error of the form at its path. */
export type FoundError = { path: string; message: string }

/** The errors of a form as a flat list; errors of rows have paths like `contacts.0.mobile`. */
export function errorList<V extends FieldValues>(errors: FieldErrors<V>): FoundError[] {
  return walk(errors, '')
}

function walk(node: unknown, path: string): FoundError[] {
  if (typeof node !== 'object' || node === null) return []
  const { message, type } = node as { message?: unknown; type?: unknown }
  if (typeof type === 'string') return [{ path, message: typeof message === 'string' ? message : '' }]
  return Object.entries(node)
    .filter(([name]) => name !== 'ref')
    .flatMap(([name, child]) => walk(child, path === '' ? name : `${path}.${name}`))
}

/** Whether a path is at or below another. */
export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`)
}

/** Goes to the first field, in the order of the page, that has an error: scrolls it into view and focuses it. */
export function focusFirstError(container: HTMLElement, errors: readonly FoundError[]): void {
  const fields = [...container.querySelectorAll<HTMLElement>('[data-field]')]
  const first = fields.find((field) => errors.some(({ path }) => isWithin(path, field.dataset.field ?? '')))
  first?.scrollIntoView({ block: 'center' })
  first?.querySelector<HTMLElement>('input,select,textarea,button')?.focus({ preventScroll: true })
}
