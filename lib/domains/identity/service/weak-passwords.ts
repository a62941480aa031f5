import { clientHash } from './password-hash.ts'

/**
 * Passwords that guessing begins with, of threats.md S13: what the published lists have in common, as the words and the
 * ends they are made of, with Chinese favourites. Compared by the hash that the client sends, since a changed password
 * reaches the server as nothing else.
 */

const words = [
  'a aa aaa aaaa abc abcd abcde abcdef asd asdf asdfg asdfgh asdfghjkl qaz qazwsx q qq qqq qwe qwer qwert qwerty',
  'qwertyui qwertyuiop zaq zaqxsw zxc zxcv zxcvb zxcvbn zxcvbnm poiuyt lkjhgf mnbvcxz qweasd qweasdzxc wsx edc',
  'admin admins administrator adminadmin root sysadmin superuser super sa test tester testtest guest user username',
  'demo default system manager master office public server web login welcome hello helloworld password passwd',
  'passw0rd p@ssw0rd p@ssword pa55word pass passpass secret changeme letmein access oracle mysql postgres redis',
  'linux ubuntu windows internet computer google baidu tencent taobao alibaba huawei xiaomi apple iphone samsung',
  'monkey dragon tiger lion eagle phoenix shadow sunshine princess angel baby lovely love iloveyou iloveu forever',
  'flower summer winter spring autumn monday friday january london paris china beijing shanghai shenzhen hangzhou',
  'michael jordan jennifer jessica charlie daniel george thomas robert william andrew joshua matthew ashley nicole',
  'football baseball basketball soccer hockey superman batman spiderman starwars pokemon naruto killer hunter ranger',
  'ninja mustang ferrari porsche mercedes toyota honda freedom whatever trustno cheese cookie pepper ginger buster',
  'maggie harley jasmine orange purple silver golden diamond banana chocolate samantha victoria matrix merlin',
  'woaini woaiwojia aini wodemima mima mimamima nihao wohenhao buzhidao wangyue zhangwei wangwei lixiaolong zhongguo',
  'zhonghua xiaoming caonima tianya gongsi dianhua kaixin xingfu aiwojia laopo laogong baobei wangpeng liwei',
  'finance lease loan auto car cars money bank credit business company work sales service',
].flatMap((line) => line.split(' '))

const ends = [
  '',
  '0',
  '1',
  '2',
  '3',
  '7',
  '01',
  '11',
  '12',
  '21',
  '22',
  '23',
  '69',
  '77',
  '88',
  '99',
  '00',
  '123',
  '321',
  '111',
  '000',
  '007',
  '520',
  '521',
  '666',
  '777',
  '888',
  '999',
  '789',
  '456',
  '1234',
  '4321',
  '1314',
  '0000',
  '1111',
  '6666',
  '8888',
  '12345',
  '54321',
  '11111',
  '123456',
  '654321',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  '5201314',
  '111111',
  '666666',
  '888888',
  '123123',
  '112233',
  '!',
  '!!',
  '.',
  '@',
  '#',
  '*',
  '1!',
  '123!',
  '123.',
  '1234!',
  '@1',
  '@12',
  '@123',
  '@1234',
  '@12345',
  '@123456',
  '#123',
  '_123',
  '-123',
  '!@#',
  '!@#$',
  '123!@#',
  '1q2w3e',
  ...years().flatMap((year) => [`${year}`, `@${year}`, `${year}!`]),
]

const numbers = [
  '0123456789',
  '9876543210',
  '1234567890',
  '12345678910',
  '123456789a',
  '123456a',
  '123456q',
  '123456aa',
  '123456abc',
  '12345qwert',
  '1qaz2wsx',
  '1qaz2wsx3edc',
  '1qaz@WSX',
  '1q2w3e',
  '1q2w3e4r',
  '1q2w3e4r5t',
  'a1b2c3',
  'a123456',
  'a12345678',
  'a123456789',
  'aa123456',
  'abc123456',
  'q1w2e3r4',
  'zaq12wsx',
  '!QAZ2wsx',
  '147258369',
  '147258',
  '159357',
  '159753',
  '258456',
  '741852963',
  '789456123',
  '963852741',
  '123654',
  '123698745',
  '102030',
  '112233',
  '11223344',
  '1122334455',
  '121212',
  '123123',
  '123123123',
  '123321',
  '1234321',
  '12344321',
  '131313',
  '142536',
  '232323',
  '246810',
  '252525',
  '31415926',
  '3.1415926',
  '5201314',
  '1314520',
  '7758521',
  '7758258',
  '168168',
  '518518',
  '520520',
  '521521',
  '584520',
  '898989',
  '987654321',
  '87654321',
  '7654321',
  '654321',
]

function years(): number[] {
  return Array.from({ length: 51 }, (_, at) => 1980 + at)
}

function* weakPasswords(): Generator<string> {
  yield* numbers
  for (let digit = 0; digit <= 9; digit++) {
    for (let length = 1; length <= 16; length++) yield String(digit).repeat(length)
  }
  for (let from = 0; from <= 9; from++) {
    for (let length = 2; length <= 10; length++) yield '01234567890123456789'.slice(from, from + length)
  }
  for (const word of words) {
    for (const written of new Set([word, `${word[0]?.toUpperCase()}${word.slice(1)}`, word.toUpperCase()])) {
      for (const end of ends) yield written + end
    }
  }
}

let weak: ReadonlySet<string> | undefined

/**
 * True where a password is one that everybody tries first.
 * @param sent what the client sends for it, MD5 hex in lower case
 */
export function isWeakPassword(sent: string): boolean {
  weak ??= new Set(Array.from(weakPasswords(), clientHash))
  return weak.has(sent)
}
