import type { FieldErrors, FieldValues } from 'react-hook-form'

/** An error of the form at its path. */
export type FoundError = { path: string; message: string }

/** The properties that an error has beside the errors of what is below it. */
const own = new Set(['ref', 'type', 'types', 'message'])

/**
 * The errors of a form as a flat list; errors of rows have paths like `contacts.0.mobile`, an error of a section beside
 * those of its rows has the path of the section.
 */
export function errorList<V extends FieldValues>(errors: FieldErrors<V>): FoundError[] {
  return walk(errors, '')
}

function walk(node: unknown, path: string): FoundError[] {
  if (typeof node !== 'object' || node === null) return []
  const { message, type } = node as { message?: unknown; type?: unknown }
  const isError = typeof type === 'string'
  return [
    ...(isError ? [{ path, message: typeof message === 'string' ? message : '' }] : []),
    ...Object.entries(node)
      .filter(([name]) => !(isError ? own.has(name) : name === 'ref'))
      .flatMap(([name, child]) => walk(child, path === '' ? name : `${path}.${name}`)),
  ]
}

/** True where a path is at or below another. */
export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`)
}

/**
 * Goes to the first field, in the order of the page, that has an error: scrolls it into view and focuses it. An error
 * whose field is not there leads to the part of the page that it belongs to (`data-part`).
 *
 * @returns false when nothing on the page stands for any of the errors
 */
export function focusFirstError(container: HTMLElement, errors: readonly FoundError[]): boolean {
  const holds = (place: string | undefined) =>
    place !== undefined && errors.some(({ path }) => isWithin(path, place))
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)]
  const found =
    all('[data-field]').find(({ dataset }) => holds(dataset.field)) ??
    all('[data-part]').find(({ dataset }) => holds(dataset.part))
  if (found) focusField(found)
  return found !== undefined
}

/** Into view and under the hands: the control of a field, or what stands there instead of one. */
export function focusField(field: HTMLElement): void {
  field.scrollIntoView({ block: 'center' })
  const controls = [...field.querySelectorAll<HTMLElement>('input,select,textarea,button')]
  const control = controls.find(isTypedIn) ?? field.querySelector<HTMLElement>('[tabindex]') ?? field
  control.focus({ preventScroll: true })
  if (control instanceof HTMLInputElement && control.type !== 'radio') control.select()
}

/** True where the Tab key comes to a control. */
export const isTypedIn = (control: HTMLElement): boolean =>
  control.tabIndex >= 0 && !control.hidden && !control.matches(':disabled, [type="hidden"], [readonly]')
