import type { Settlement } from "../../src/runs/slices";

const NOTHING: Settlement = { costs: [], freeAnswers: 0 };

/** What slices have learnt of the credits that are reserved, until it is booked: with a turn, a write or the end. */
export function createCosts() {
  let known = NOTHING;
  let underWay = 0;

  const add = ({ costs, freeAnswers }: Settlement): void => {
    known = { costs: [...known.costs, ...costs], freeAnswers: known.freeAnswers + freeAnswers };
  };

  return {
    known: () => known,
    /** Whether a slice may bring something new. */
    areUnderWay: () => underWay > 0,
    /** What goes with a slice; one of the others has to follow. */
    send(): Settlement {
      const sent = known;
      known = NOTHING;
      underWay++;
      return sent;
    },
    arrive(report: Settlement): void {
      underWay--;
      add(report);
    },
    /** Costs may be booked twice, but free answers would count twice. */
    lose({ costs }: Settlement): void {
      underWay--;
      add({ costs, freeAnswers: 0 });
    },
  };
}
