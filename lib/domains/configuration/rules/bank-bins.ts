import { bankCardWarning } from '../../../rules/fields.ts'

/**
 * Banks by the first six digits of their debit cards, and how long those numbers are: the banks that most customers
 * have. A number that is not here is of another bank, which is chosen by hand; only the bank itself knows its cards.
 */

type Issued = { length: number; prefixes: string }

const issued: Readonly<Record<string, { name: string; cards: readonly Issued[] }>> = {
  ICBC: {
    name: '工商银行',
    cards: [
      {
        length: 19,
        prefixes:
          '620058 620086 621225 621226 621281 621558 621559 621722 621723 622200 622202 622203 622208 900000',
      },
    ],
  },
  ABC: {
    name: '农业银行',
    cards: [
      {
        length: 19,
        prefixes:
          '620059 621282 621336 621619 621671 622821 622822 622823 622824 622825 622826 622827 622828 622840 622841 622843 622844 622845 622846 622847 622848 622849 623018 623052 623206',
      },
    ],
  },
  BOC: {
    name: '中国银行',
    cards: [
      {
        length: 19,
        prefixes:
          '456351 601382 620061 621256 621212 621283 621330 621331 621332 621333 621568 621569 621660 621661 621662 621663 621665 621666 621667 621668 621669 621725 621756 621757 621758 621759 621785 621786 621787 621788 621789 621790 623208',
      },
    ],
  },
  CCB: {
    name: '建设银行',
    cards: [
      {
        length: 19,
        prefixes: '436742 620060 621284 621467 621598 621621 621700 622280 622700 623211',
      },
      {
        length: 16,
        prefixes: '421349 434061 434062 524094 526410 621080 621081 621466 621488 621499 622966 622988',
      },
    ],
  },
  COMM: {
    name: '交通银行',
    cards: [
      { length: 19, prefixes: '621069 621436 622260 622261 622262' },
      { length: 17, prefixes: '405512 601428 622258 622259' },
    ],
  },
  PSBC: {
    name: '邮储银行',
    cards: [
      {
        length: 19,
        prefixes:
          '620062 621095 621096 621098 621285 621599 621674 621797 621798 621799 622150 622151 622188 622199 623218 623219 955100',
      },
    ],
  },
  CMB: {
    name: '招商银行',
    cards: [
      { length: 16, prefixes: '410062 468203 621286 621483 621485 621486 622580 622588 622598 622609' },
    ],
  },
  CITIC: {
    name: '中信银行',
    cards: [
      {
        length: 16,
        prefixes:
          '433670 433671 433680 442729 442730 620082 621767 621768 621770 621772 621773 622690 622691 622692 622696 622698',
      },
    ],
  },
  CEB: {
    name: '光大银行',
    cards: [
      {
        length: 16,
        prefixes:
          '620085 620518 621489 621492 622660 622661 622662 622663 622664 622665 622666 622667 622668 622669 622670 622671 622672 622673',
      },
    ],
  },
  HXBANK: {
    name: '华夏银行',
    cards: [{ length: 16, prefixes: '621222 622630 622631 622632 622633 623020 623021 623022 623023' }],
  },
  CMBC: {
    name: '民生银行',
    cards: [
      {
        length: 16,
        prefixes:
          '415599 421393 421865 427570 427571 472067 472068 621691 622615 622616 622617 622618 622619 622620 622622',
      },
    ],
  },
  SPDB: {
    name: '浦发银行',
    cards: [
      {
        length: 16,
        prefixes:
          '621351 621352 621390 621791 621792 621793 621795 621796 622516 622517 622518 622521 622522 622523',
      },
    ],
  },
  CIB: { name: '兴业银行', cards: [{ length: 18, prefixes: '438588 438589 622908 622909 966666' }] },
  GDB: { name: '广发银行', cards: [{ length: 19, prefixes: '621462 622568' }] },
  SPABANK: {
    name: '平安银行',
    cards: [
      {
        length: 16,
        prefixes: '412962 412963 415752 415753 602907 622298 622986 622989 627066 627067 627068 627069',
      },
      { length: 19, prefixes: '621626 623058' },
    ],
  },
}

/** By code, for the dictionary `bank`. */
export const bankNames: readonly (readonly [string, string])[] = Object.entries(issued).map(
  ([code, { name }]) => [code, name],
)

type Known = { bank: string; length: number }

const byPrefix: ReadonlyMap<string, Known> = new Map(
  Object.entries(issued).flatMap(([bank, { cards }]) =>
    cards.flatMap(({ length, prefixes }) =>
      prefixes.split(' ').map((prefix) => [prefix, { bank, length }] as const),
    ),
  ),
)

/**
 * The bank whose card it is, and how many digits such a number has; undefined for one that is not known, or not typed
 * so far.
 */
export const issuerOf = (cardNo: string): Known | undefined => byPrefix.get(cardNo.slice(0, 6))

/** Everything that can be said of a number while it is typed; `typing` holds back what more digits may mend. */
export type CardNoNote =
  | { key: 'typedCount'; count: number }
  | { key: 'knownBank' | 'wrongLength'; bank: string; length: number; count: number }
  | { key: 'wrongDigit' }

/** @returns undefined while there is nothing to say */
export function cardNoNote(cardNo: string, typing: boolean): CardNoNote | undefined {
  const count = cardNo.length
  if (count === 0) return undefined
  const known = issuerOf(cardNo)
  const isWhole = known ? count === known.length : count === 19 || !typing
  if (known && (count > known.length || (count < known.length && !typing)))
    return { key: 'wrongLength', ...known, count }
  if (isWhole && bankCardWarning(cardNo) !== null) return { key: 'wrongDigit' }
  return known ? { key: 'knownBank', ...known, count } : { key: 'typedCount', count }
}
