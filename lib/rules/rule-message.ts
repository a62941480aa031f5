/**
 * Names of the messages that rules give, in the catalogue under `rules.<name>`. A rule answers the key, never the
 * text: browser and backend translate it where it is shown. Names with values (`{max}`) come with their values.
 */

/** Field rules of the specification, point 5, and of domain.md 4.14 V11, V12. */
export type FieldMessage =
  | 'required'
  | 'englishName'
  | 'mobileRequired'
  | 'mobile'
  | 'idRequired'
  | 'idAddress'
  | 'idCard'
  | 'bankCard'
  | 'bankCardLuhn'
  | 'useMonths'
  | 'emailRequired'
  | 'email'
  | 'amount'
  | 'rate'
  | 'landline'
  | 'phone'
  | 'url'
  | 'vin'
  | 'vinCheckDigit'
  | 'plate'
  | 'plateColour'
  | 'uscc'
  | 'personName'
  | 'plainText'
  | 'tooLong'
  | 'integer'
  | 'date'
  | 'code'
  | 'sameName'
  | 'sameIdNo'
  | 'sameMobile'
  | 'linkedSameIdNo'
  | 'linkedSameMobile'
  | 'usernameRequired'
  | 'passwordRequired'
  | 'passwordLength'
  | 'captchaRequired'
  | 'captchaLength'

/** Rules over several fields of an order (guards G1–G8 of domain.md 2.1). */
export type OrderMessage =
  | 'completeField'
  | 'uploadMaterial'
  | 'positive'
  | 'futureDate'
  | 'idExpired'
  | 'idExpiresBeforeMaturity'
  | 'tooYoung'
  | 'ageAtMaturity'
  | 'creditAuth'
  | 'mobile2Same'
  | 'contactsMin'
  | 'cardHolder'
  | 'vehicleKind'
  | 'modelYear'
  | 'invoiceOverGuide'
  | 'evalOld'
  | 'evalGrade'
  | 'manyTransfers'
  | 'commercialInsurance'
  | 'policyTerm'
  | 'termNotOffered'
  | 'rateNotOffered'
  | 'minAmount'
  | 'maxAmount'
  | 'ltvCap'
  | 'totalCap'
  | 'downRatioMin'
  | 'downPaymentTooHigh'
  | 'depositRange'
  | 'balloonMax'
  | 'financeMismatch'
  | 'aprOverCap'
  | 'dtiHigh'
  | 'tooManyFiles'
  | 'productUnknown'
  | 'repayDay'

export type RuleMessageName = FieldMessage | OrderMessage

/** A catalogue key. */
export type RuleMessage = `rules.${RuleMessageName}`

/** A rule on one text: the key of its message, or null when the text passes. */
export type Check = (value: string) => RuleMessage | null
