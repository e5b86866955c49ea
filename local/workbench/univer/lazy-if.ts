import type { Nullable } from "@univerjs/core";
import {
  type ArrayValueObject,
  type BaseAstNode,
  type BaseReferenceObject,
  type BaseValueObject,
  type FunctionVariantType,
  Interpreter,
  NullValueObject,
} from "@univerjs/engine-formula";
import type { Engine } from "./engine";

/** `NodeType.FUNCTION` and `NodeType.REFERENCE` of the engine, which does not export them. */
const FUNCTION_NODE = 4;
const REFERENCE_NODE = 1;
const EXECUTED = 0;

type Execute = (node: BaseAstNode, refOffsetX?: number, refOffsetY?: number) => number;

/**
 * Google evaluates only the branch of an IF that is taken; Univer evaluates both, which would run (and pay for) custom
 * functions whose result nobody sees. The engine has no setting for it, so its interpreter is replaced in part.
 */
export function evaluateIfLazily(engine: Engine): void {
  const interpreter = engine.get<{ _execute: Execute }>(Interpreter);
  if (typeof interpreter._execute !== "function") throw new Error("This version of Univer has another interpreter.");
  const original = interpreter._execute.bind(interpreter);

  const execute: Execute = (node, refOffsetX = 0, refOffsetY = 0) => {
    const children = node.getChildren();
    if (children.length === 0) return original(node, refOffsetX, refOffsetY);
    const [condition, ...branches] = children as [BaseAstNode, ...BaseAstNode[]];
    if (node.nodeType === FUNCTION_NODE && branches.length > 0 && /^IF$/i.test(node.getToken().trim())) {
      execute(condition, refOffsetX, refOffsetY);
      const taken = takenBranch(condition.getValue());
      branches.forEach((branch, index) => {
        if (taken === "all" || taken === index) execute(branch, refOffsetX, refOffsetY);
        else branch.setValue(NullValueObject.create());
      });
      node.execute();
      return EXECUTED;
    }
    for (const child of children) {
      if (child.getToken().toUpperCase() === "LAMBDA" && isEmptyLambda(child)) child.execute();
      else execute(child, refOffsetX, refOffsetY);
    }
    if (node.nodeType === REFERENCE_NODE)
      (node as BaseAstNode & { setRefOffset(x: number, y: number): void }).setRefOffset(refOffsetX, refOffsetY);
    node.execute();
    return EXECUTED;
  };
  interpreter._execute = execute;
}

function isEmptyLambda(node: BaseAstNode): boolean {
  return (node as BaseAstNode & { isEmptyParamFunction?(): boolean }).isEmptyParamFunction?.() ?? false;
}

/** The number of the branch to evaluate; none for an error or text, all for a condition of many cells. */
function takenBranch(condition: Nullable<FunctionVariantType>): number | "all" | "none" {
  if (!condition) return "all";
  let value = condition.isReferenceObject() ? (condition as BaseReferenceObject).toArrayValueObject() : condition;
  if (value.isArray()) {
    const array = value as ArrayValueObject;
    if (array.getRowCount() !== 1 || array.getColumnCount() !== 1) return "all";
    value = array.getFirstCell();
  }
  const scalar = value as BaseValueObject;
  if (scalar.isError() || scalar.isString()) return "none";
  return scalar.getValue() ? 0 : 1;
}
