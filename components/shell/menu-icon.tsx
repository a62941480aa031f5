import { iconPaths } from '@/components/ui/icon'

/**
 * Icons of menu entries by the name that the server gives them, on a 16-px grid: those of the menu alone, and those
 * that stand beside words elsewhere.
 */
export const menuIcons: Readonly<Record<string, string>> = {
  ...iconPaths,
  order: iconPaths.document,
  review: iconPaths.shield,
  work: 'M2 5.5h12v8H2v-8Zm3.5 0v-2h5v2M2 9h12',
  home: 'm2 7.5 6-5 6 5M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4',
  intake: 'M3 2.5h10v11H3v-11Zm2.5 3h5m-5 2.5h5m-5 2.5h2.5',
  list: 'M5.5 4h8m-8 4h8m-8 4h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  'person-add':
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 5.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4m1.5-8v4m2-2h-4',
  people:
    'M6 7.6a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM1.8 13.2C1.8 11 3.6 9.5 6 9.5s4.2 1.5 4.2 3.7M10.6 7.5a2.2 2.2 0 0 0 0-4.4m3.6 10c0-1.8-1.1-3.1-2.8-3.5',
  history: 'M2.5 8A5.5 5.5 0 1 1 4 11.8M2.5 8l-1-1.6M2.5 8l1.6-1M8 5v3l2 1.5',
  pool: 'M2 9.5 4 3h8l2 6.5v4H2v-4Zm0 0h3.5l1 1.5h3l1-1.5H14',
}

/** The icon of a menu entry; an unknown name is a dot. It says nothing to a screen reader: the label does. */
export function MenuIcon({ name }: { name: string }) {
  return (
    <svg
      aria-hidden="true"
      width={16}
      height={16}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <path d={menuIcons[name] ?? 'M8 7a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z'} />
    </svg>
  )
}
