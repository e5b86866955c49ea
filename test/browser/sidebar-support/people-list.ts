import type { WorkbenchWorld } from "./workbench-world";

let lists = 0;

/** Adds a sheet in front, with people and two columns of emails. @returns its name */
export function addList({ session }: WorkbenchWorld, people: number): string {
  lists++;
  const name = `People ${lists}`;
  const rows = Array.from({ length: people }, (_, i) => [
    `Person ${i}`,
    `person${i}.${lists}@company${i % 5}.example`,
    `someone${i}.${lists}@other${i % 5}.example`,
    i % 9 === 4 ? `rare${i}.${lists}@company1.example` : `note ${i}`,
  ]);
  session.keyboard.addSheet(name);
  session.keyboard.paste(name, "A1", [["Name", "Email", "Second email", "Contact"], ...rows]);
  session.keyboard.select(name, "B2");
  return name;
}
