import { useEffect, useRef, useState } from "preact/hooks";
import type { SavedSearches as Saved } from "../../src/company-search/saved-searches";
import type { CompanyFilters } from "../../src/service/operations";
import { Button } from "../controls/button";
import { HowItWorks } from "../controls/fold";
import { announce, Notice, RefusalNotice } from "../controls/notice";
import { EarlierJobs, LatestJobs } from "../job/earlier";
import { JobPage, type Leaving } from "../job/summary";
import { type Jobs, useJobs } from "../job/use-jobs";
import { sleep } from "../server";
import { useAction, useSession } from "../session";
import { focusIfLost, useNavigation } from "../shell/navigation";
import { FilterBuilder } from "./builder";
import { type Draft, fromFilters, type Problems, placeProblems, replaceValue, toFilters, WHOLE } from "./draft";
import { type Hints, learnFound, learnRefused, learnValues } from "./hints";
import { FIRST_FORM, type Found, type ListForm } from "./list-choices";
import { COMPANIES } from "./list-kind";
import { isLocation, PlacesContext, placesUnknown, usePlaces } from "./places";
import { Preview } from "./preview";
import { SavedSearches } from "./saved-searches";
import { HintsContext, useHints } from "./use-hints";
import "./style.css";

export function Page() {
  const hints = useHints(useSession().call);
  const jobs = useJobs("companies", ({ fields }, answers) => {
    const entries = answers.flatMap((answer) => ("entry" in answer && answer.entry ? [answer.entry] : []));
    const rows = entries.flatMap(({ page }) => page?.companies ?? []).map(({ cells }) => cells);
    hints.learn((known) => learnValues(known, fields, rows));
  });
  const { open } = jobs;
  const jobId = useNavigation().given.companies?.jobId;
  useEffect(() => {
    if (jobId) open(jobId);
  }, [jobId, open]);
  const { keep } = hints;
  // A call for each page would slow down the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: hints are kept when a list has ended.
  useEffect(keep, [jobs.ended]);
  const leave = ({ isUndone }: Leaving): void => {
    jobs.leave();
    if (isUndone) announce("The list is undone.");
    focusIfLost();
  };
  return (
    <>
      <JobPage kind={COMPANIES} jobs={jobs} onLeave={leave}>
        <LatestJobs kind={COMPANIES} jobs={jobs} />
      </JobPage>
      {/* The search keeps its filters for the next list. */}
      <div class="kept" hidden={jobs.driven !== null || jobs.ended !== null}>
        <SearchSection jobs={jobs} hints={hints} />
        <EarlierJobs kind={COMPANIES} jobs={jobs} />
        <Help />
      </div>
    </>
  );
}

const Help = () => (
  <HowItWorks>
    <p>
      Choose filters, look at a preview, then add the companies to a sheet. A search can give up to 25,000 companies, 25
      on a page.
    </p>
    <p>
      <strong>Cost:</strong> 1 credit a page that has companies. The same page is free again for 30 days, for everybody
      who uses your key's account.
    </p>
    <p>
      A list can be paused, resumed and undone. It pauses when you close this sidebar, unless you let it go on.
      Companies already in the sheet are left out.
    </p>
    <p>
      <em>Find emails</em> then works on the list. In a cell, <code>=COMPANY_INFO(A2)</code> describes one company and{" "}
      <code>=EMAIL_COUNT(A2)</code> counts its emails for free.
    </p>
  </HowItWorks>
);

const FILTERS_CHANGED = "The filters have changed meanwhile: press Preview again.";

function SearchSection({ jobs, hints }: { jobs: Jobs; hints: ReturnType<typeof useHints> }) {
  const { call, account, readAccount, keyChanges } = useSession();
  const { begin: beginHints } = hints;
  const [draft, setDraft] = useState<Draft>({});
  /** How often all filters were cleared. Each time the builder begins anew, without text that is only typed. */
  const [cleared, setCleared] = useState(0);
  const [problems, setProblems] = useState<Problems>({});
  const [saved, setSaved] = useState<Saved | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [form, setForm] = useState(FIRST_FORM);
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const isChanged = useRef(false);
  const isRead = useRef(false);
  /** False once it is known that the server keeps no last search. */
  const isLastKept = useRef(true);
  const draftNow = useRef(draft);
  draftNow.current = draft;
  const search = useAction((filters: CompanyFilters) => call("previewSearch", filters));
  const [isSettling, setSettling] = useState(false);
  const places = usePlaces(call, (typed, meant) => {
    const lists = Object.entries(draftNow.current).filter(
      ([path, values]) => isLocation(path) && Array.isArray(values) && values.includes(typed),
    );
    const changed = lists.map(([path, values]) => [path, replaceValue(values as readonly string[], typed, meant)]);
    if (typed === meant || lists.length === 0) return;
    change({ ...draftNow.current, ...Object.fromEntries(changed) });
    announce(`${typed} is taken as ${meant}.`);
  });
  const unknown = placesUnknown(draft, places);
  /** The first page of these searches was paid for. With the same key it is free for a month. */
  const previewed = useRef(new Set<string>());
  const nameOf = (filters: CompanyFilters): string => `${keyChanges} ${JSON.stringify(filters)}`;
  const isPreviewed = previewed.current.has(nameOf(toFilters(draft).filters));
  const change = (changed: Draft): void => {
    isChanged.current = true;
    draftNow.current = changed;
    setDraft(changed);
    setProblems({});
    setFound(null);
    search.forgetRefusal();
  };
  // A search that is to be run again was saved as the last one before.
  const given = useNavigation().given.companies;
  useEffect(() => {
    // Going on with a list must not change the search.
    if (isRead.current && given?.jobId) return;
    isRead.current = true;
    isChanged.current = false;
    if (given?.form) setForm(given.form as ListForm);
    call("readSavedSearches").then((answer) => {
      if (!answer.ok) return;
      setSaved(answer.data);
      // The user may have previewed a changed search meanwhile. A preview keeps its search.
      isLastKept.current = isChanged.current || Object.keys(answer.data.last ?? {}).length > 0;
      beginHints(answer.data.hints);
      // Keeps what the user has chosen or cleared meanwhile.
      if (answer.data.last && !isChanged.current) {
        setDraft(fromFilters(answer.data.last));
        if (given) setFound(null);
      }
    });
  }, [call, beginHints, given]);

  const showProblems = (shown: Problems): void => {
    setProblems(shown);
    announce(Object.values(shown).join(" "));
    // The fields have to be drawn first.
    setTimeout(() => box.current?.querySelector<HTMLElement>("[aria-invalid], .bad > summary, .notice")?.focus());
  };
  const learn = (from: (known: Hints) => Hints): void => {
    hints.learn(from);
    hints.keep();
  };
  /** Another search does not go into the sheet of the last one unless that is chosen again. */
  const changeSearch = (changed: Draft): void => {
    change(changed);
    setForm((now) => ({ ...now, place: null }));
  };
  const clearAll = (): void => {
    changeSearch({});
    setCleared(cleared + 1);
    if (isLastKept.current) void call("forgetLastSearch");
    isLastKept.current = false;
    announce("All filters are cleared.");
    heading.current?.focus();
  };
  const preview = async (): Promise<void> => {
    setSettling(true);
    // A field that loses the focus by this press first gives its text to the draft.
    await sleep(0);
    await places.settle();
    setSettling(false);
    const draft = draftNow.current;
    const { filters, problems: typing } = toFilters(draft);
    const found = { ...typing, ...placesUnknown(draft, places) };
    if (Object.keys(found).length > 0) return showProblems(found);
    announce("Searching");
    isLastKept.current = true;
    const answer = await search.start(filters);
    if (!answer?.ok) return;
    const page = answer.data;
    if (page.state === "rejected") learn((known) => learnRefused(known, page.problems, account.data?.plan ?? ""));
    if (page.state === "found") {
      learn((known) => learnFound(known, page));
      previewed.current.add(nameOf(filters));
      if (!page.isFree) void readAccount();
    }
    // With changed filters, this preview would offer companies that do not match them.
    if (draftNow.current !== draft) {
      setProblems({ [WHOLE]: FILTERS_CHANGED });
      return announce(FILTERS_CHANGED);
    }
    if (page.state === "rejected") return showProblems(placeProblems(page.problems, draft));
    if (page.state === "nothing")
      return showProblems({ [WHOLE]: "No company matches these filters. Remove or widen one." });
    setFound(page);
    // The result is read out as it gets the focus.
    announce("");
    setTimeout(() => {
      result.current?.focus({ preventScroll: true });
      result.current?.scrollIntoView();
    });
  };
  return (
    <>
      <section ref={box} class="search">
        <h2 ref={heading} tabIndex={-1}>
          Find companies
        </h2>
        <SavedSearches
          saved={saved}
          draft={draft}
          onProblems={showProblems}
          onSaved={setSaved}
          onLoad={(filters) => changeSearch(fromFilters(filters))}
        />
        {problems[WHOLE] && <Notice tone="error">{problems[WHOLE]}</Notice>}
        <HintsContext.Provider value={hints.hints}>
          <PlacesContext.Provider value={places}>
            <FilterBuilder key={cleared} draft={draft} problems={{ ...unknown, ...problems }} onChange={change} />
          </PlacesContext.Provider>
        </HintsContext.Provider>
        <RefusalNotice refusal={search.refusal} />
        <div class="row">
          <Button variant="primary" working={search.running || isSettling} onPress={preview}>
            Preview
          </Button>
          <span class="small soft">{isPreviewed ? "free, as you have paid for it" : "at most 1 credit"}</span>
          {Object.keys(draft).length > 0 && (
            <Button variant="quiet" onPress={clearAll}>
              Clear all
            </Button>
          )}
        </div>
      </section>
      {found && (
        <section class="search">
          <Preview
            page={found}
            jobs={jobs}
            headingRef={result}
            form={form}
            onForm={(changes) => setForm((now) => ({ ...now, ...changes(now) }))}
            onCounted={(totals) => setFound((now) => (now === found ? { ...found, totals } : now))}
          />
        </section>
      )}
    </>
  );
}
