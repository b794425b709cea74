import { TimelineParseError } from '../../model/timeline-parse-error.ts';

/** A parsed element, without comments and processing instructions. `text` is the text directly in it. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  readonly text: string;
  readonly lineNumber: number;
}

interface OpenNode extends XmlNode {
  children: XmlNode[];
  text: string;
}

/** Attributes of an element, as the parser gives them. */
interface ParsedAttributes {
  readonly length: number;
  getQName(index: number): string;
  getValue(index: number): string;
  getURI(index: number): string | undefined;
}

interface Locator {
  lineNumber: number;
}

/** What the parser asks of a document. */
export interface BuiltDocument {
  documentElement: XmlNode | null;
  /** Declarations in the document type; empty without any. */
  declarations: string;
  createTextNode(text: string): unknown;
  appendChild(node: unknown): unknown;
}

/** Deeper than any editor nests elements. A document beyond this is built to exhaust the reader. */
const deepestNesting = 128;

const noAttributes: ReadonlyMap<string, string> = new Map();
const noChildren: XmlNode[] = [];

export type OnXmlError = (level: string, message: string, context: { readonly locator?: Locator }) => void;

export interface XmlTreeBuilderDeps {
  /** Throws for all but warnings. */
  readonly onError: OnXmlError;
  /** Called with the error for a document that is well-formed, but unsafe. */
  readonly onRefusal: (error: TimelineParseError) => void;
}

/**
 * Builds the elements of a document while the parser reads it, in place of its DOM, which takes a kilobyte for each
 * element. The names of the methods are the parser's.
 */
export class XmlTreeBuilder {
  readonly mimeType = 'application/xml';
  readonly doc: BuiltDocument = {
    documentElement: null,
    declarations: '',
    createTextNode: (text) => text,
    appendChild: (node) => node,
  };
  locator: Locator = { lineNumber: 0 };
  /** The parser asks whether there is one. */
  currentElement: OpenNode | BuiltDocument | undefined;
  readonly #open: OpenNode[] = [];
  readonly #onError: OnXmlError;
  readonly #onRefusal: (error: TimelineParseError) => void;
  #isCdata = false;

  constructor({ onError, onRefusal }: XmlTreeBuilderDeps) {
    this.#onError = onError;
    this.#onRefusal = onRefusal;
  }

  setDocumentLocator(locator: Locator): void {
    locator.lineNumber = 0;
    this.locator = locator;
  }

  startElement(uri: string | undefined, _localName: string, name: string, of: ParsedAttributes): void {
    const { lineNumber } = this.locator;
    if (this.#open.length > deepestNesting) this.#refuse('The elements are nested too deeply.');
    this.#requireNamespace(name, uri);
    const parent = this.#open.at(-1);
    if (!parent && this.doc.documentElement) this.fatalError('Only one root element is allowed');
    const node: OpenNode = {
      name,
      attributes: this.#attributesOf(of),
      children: noChildren,
      text: '',
      lineNumber,
    };
    if (!parent) this.doc.documentElement = node;
    else if (parent.children === noChildren) parent.children = [node];
    else parent.children.push(node);
    this.#open.push(node);
    this.currentElement = node;
  }

  endElement(): void {
    if (!this.#open.pop()) this.fatalError('There is no element to end');
    this.currentElement = this.#open.at(-1) ?? this.doc;
  }

  characters(text: string, start: number, length: number): void {
    const node = this.#open.at(-1);
    if (node) node.text += text.slice(start, start + length);
    else if (this.#isCdata) this.fatalError('CDATA outside of an element');
  }

  startCDATA(): void {
    this.#isCdata = true;
  }

  endCDATA(): void {
    this.#isCdata = false;
  }

  startDTD(_name: string, _publicId?: string, _systemId?: string, declarations = ''): void {
    this.doc.declarations = declarations;
  }

  startDocument(): void {
    this.currentElement = undefined;
  }

  endDocument(): void {
    this.currentElement = undefined;
  }

  startPrefixMapping(): void {
    // Names keep their prefixes.
  }

  endPrefixMapping(): void {
    // Names keep their prefixes.
  }

  endDTD(): void {
    // Its declarations are known.
  }

  processingInstruction(): void {
    // No timeline has its content in one.
  }

  comment(): void {
    // No timeline has its content in one.
  }

  warning(message: string): void {
    this.#onError('warning', message, this);
  }

  error(message: string): void {
    this.#onError('error', message, this);
  }

  /** @throws Error always. */
  fatalError(message: string): never {
    this.#onError('fatalError', message, this);
    throw new Error(message);
  }

  #refuse(message: string): never {
    const error = new TimelineParseError(message, `line ${String(this.locator.lineNumber)}`);
    this.#onRefusal(error);
    throw error;
  }

  #attributesOf(of: ParsedAttributes): ReadonlyMap<string, string> {
    if (of.length === 0) return noAttributes;
    const attributes = new Map<string, string>();
    for (let index = 0; index < of.length; index += 1) {
      const name = of.getQName(index);
      this.#requireNamespace(name, of.getURI(index));
      attributes.set(name, of.getValue(index));
    }
    return attributes;
  }

  #requireNamespace(name: string, uri: string | undefined): void {
    if (name.includes(':') && !uri) this.fatalError(`The prefix of ${name} is not declared`);
  }
}
