/** A list with a header and so many emails, of which so many are different. */
export function emailList(rows: number, distinct = rows): string[][] {
  // A stride that shares no factor with the number of emails scatters the repetitions over the whole list.
  const stride = 7919;
  const emails = Array.from({ length: rows }, (_, i) => {
    const person = i < distinct ? i : (i * stride) % distinct;
    return [`person${person}@company${person % 997}.example`];
  });
  return [["Email"], ...emails];
}

/** A list with a header and so many different domains. */
export const companyList = (rows: number): string[][] => [
  ["Company"],
  ...Array.from({ length: rows }, (_, i) => [`company${i}.example`]),
];
