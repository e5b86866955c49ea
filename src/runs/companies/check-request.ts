import { COMPANIES_PER_PAGE } from "../../service/company-search";
import type { CompanyFilters } from "../../service/resources";
import { isListTarget } from "../check-request";
import { type Check, has, isCell, isCount, isFlag, isName, isText, listOf, oneOf, orNull } from "../shapes";
import { MOST_COLUMNS } from "./columns";
import type { FillEndRequest, FillSliceRequest, FillWish, ListColumnRequest } from "./views";

/** A search with the longest list that is taken from a column still fits. */
const MAX_SEARCH_CHARACTERS = 250_000;
const MAX_SHORT_CHARACTERS = 100;
const MAX_WAIT_MS = 60_000;
const MAX_KEYS = 5;
/** More are never bought ahead. */
const MAX_HELD_PAGES = 10;

const isShort: Check = (value) => isText(value) && (value as string).length <= MAX_SHORT_CHARACTERS;
const isWait: Check = (value) => isCount(value) && (value as number) <= MAX_WAIT_MS;

const isFilters: Check = (value) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  JSON.stringify(value).length <= MAX_SEARCH_CHARACTERS;

const isHeldPage = has({
  search: isCount,
  page: isCount,
  isFree: isFlag,
  companies: listOf(
    has({ key: isText, otherKeys: listOf(isText, MAX_KEYS), cells: listOf(isCell, MOST_COLUMNS) }),
    COMPANIES_PER_PAGE,
  ),
});

const totals = has({ companies: isCount, pages: isCount, searches: isCount, counted: isCount });

export const isCompanyFilters = isFilters as (value: unknown) => value is CompanyFilters;
export const isShortText = isShort as (value: unknown) => value is string;
export const isSearchName = ((value) => isShort(value) && (value as string).trim() !== "") as (
  value: unknown,
) => value is string;

export const isListColumnRequest = has({
  sheetId: orNull(isCount),
  column: orNull(isCount),
  wanted: oneOf("names", "websites", "texts"),
}) as (value: unknown) => value is ListColumnRequest;

export const isFillWish = has({
  filters: isFilters,
  totals: orNull(totals),
  pages: orNull(isCount),
  capHalves: orNull(isCount),
  columns: listOf(isShort, MOST_COLUMNS),
  target: isListTarget,
}) as (value: unknown) => value is FillWish;

export const isFillSliceRequest = has({
  fillId: isName,
  driverId: isName,
  isFirst: isFlag,
  held: listOf(isHeldPage, MAX_HELD_PAGES),
  attempts: isCount,
  isAlone: isFlag,
  unspentHalves: isCount,
  freeAnswers: isCount,
  waitMs: isWait,
}) as (value: unknown) => value is FillSliceRequest;

export const isFillEndRequest = has({
  fillId: isName,
  driverId: isName,
  state: oneOf("paused", "stopped", "finished"),
  reason: isText,
  unspentHalves: isCount,
  freeAnswers: isCount,
}) as (value: unknown) => value is FillEndRequest;
