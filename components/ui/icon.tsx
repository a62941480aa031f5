import {
  Bell,
  Book,
  Briefcase,
  Bug,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  ClipboardList,
  Ellipsis,
  Eye,
  FileText,
  Globe,
  History,
  House,
  type IconNode,
  Inbox,
  Key,
  LayoutGrid,
  List,
  Lock,
  Maximize,
  Menu,
  Minimize,
  Network,
  Palette,
  Pencil,
  Phone,
  Pin,
  Plus,
  RotateCw,
  Search,
  Settings,
  ShieldCheck,
  Shirt,
  Star,
  TriangleAlert,
  UserPlus,
  Users,
  X,
} from 'lucide'
import { createElement } from 'react'

/**
 * The icons that have a name of ours: those of the shell and the kits, and those that an entry of the menu may have.
 * They come with the first page, so only what it shows stands here; any other is given as lucide has it, and comes
 * with the screen that shows it.
 */
export const icons = {
  bell: Bell,
  book: Book,
  bug: Bug,
  cross: X,
  down: ChevronDown,
  eye: Eye,
  fit: Maximize,
  gear: Settings,
  grid: LayoutGrid,
  history: History,
  home: House,
  intake: ClipboardList,
  key: Key,
  language: Globe,
  left: ChevronLeft,
  list: List,
  lock: Lock,
  more: Ellipsis,
  order: FileText,
  palette: Palette,
  pencil: Pencil,
  people: Users,
  'person-add': UserPlus,
  phone: Phone,
  pin: Pin,
  plus: Plus,
  pool: Inbox,
  refresh: RotateCw,
  review: ShieldCheck,
  right: ChevronRight,
  rows: Menu,
  search: Search,
  shirt: Shirt,
  shrink: Minimize,
  star: Star,
  tick: Check,
  tree: Network,
  up: ChevronUp,
  warning: TriangleAlert,
  work: Briefcase,
} as const satisfies Record<string, IconNode>

export type IconName = keyof typeof icons
export type AnyIcon = IconName | IconNode

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
