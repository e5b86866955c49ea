/** Keeps the order of the items. Items whose key is `null` are left out. */
export function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key | null): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
