import {
  Bell,
  Bug,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  Ellipsis,
  History,
  type IconNode,
  LayoutGrid,
  Lock,
  Maximize,
  Menu,
  Minimize,
  Palette,
  Pencil,
  Phone,
  Pin,
  Plus,
  RotateCw,
  Search,
  Shirt,
  Star,
  TriangleAlert,
  X,
} from 'lucide'
import { createElement } from 'react'

/**
 * The icons that the shell and the kits know by name. They come with the first page, so only what it shows stands
 * here; any other is given as lucide has it, and comes with the screen that shows it. Those of the menu are in
 * lib/menu-icons.ts.
 */
export const icons = {
  bell: Bell,
  bug: Bug,
  cross: X,
  down: ChevronDown,
  fit: Maximize,
  grid: LayoutGrid,
  history: History,
  left: ChevronLeft,
  lock: Lock,
  more: Ellipsis,
  palette: Palette,
  pencil: Pencil,
  phone: Phone,
  pin: Pin,
  plus: Plus,
  refresh: RotateCw,
  right: ChevronRight,
  rows: Menu,
  search: Search,
  shirt: Shirt,
  shrink: Minimize,
  star: Star,
  tick: Check,
  up: ChevronUp,
  warning: TriangleAlert,
} as const satisfies Record<string, IconNode>

export type IconName = keyof typeof icons
export type AnyIcon = IconName | IconNode

/** A dot, in the place of an icon that nobody knows. */
export const noIcon: IconNode = [['circle', { cx: 12, cy: 12, r: 2 }]]

/**
 * An icon beside a word. It says nothing to a screen reader: the word does.
 *
 *     <Icon name="bell" />
 *     <Icon name={Landmark} />
 */
export function Icon({ name, size = 16 }: { name: AnyIcon; size?: number }) {
  return createElement(
    'svg',
    {
      'aria-hidden': true,
      focusable: false,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      style: { flex: 'none' },
    },
    ...(typeof name === 'string' ? icons[name] : name).map(([shape, attributes]) =>
      createElement(shape, attributes),
    ),
  )
}
