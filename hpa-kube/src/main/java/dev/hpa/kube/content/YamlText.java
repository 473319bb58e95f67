package dev.hpa.kube.content;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * A text for the scanner of YAML. The superclass copies what the scanner looks ahead at for every
 * 1,024 characters of it, so that its time is quadratic in the length of white space, comments and
 * values; here all characters stay where they are.
 *
 * <p>The scanner sees a space for a tab between two tokens of a line. The text of scalars is not
 * affected, because the scanner copies it.
 */
final class YamlText extends StreamReader {

  private static final String NAME = "'string'";
  private static final int BYTE_ORDER_MARK = 0xfeff;

  private final int[] characters;

  /** The number of characters before the first that YAML excludes. */
  private final int valid;

  private int index;
  private int startOfDocument;
  private int line;
  private int column;

  /** Whether the line has more than indentation and the indicators of list items and keys. */
  private boolean hasToken;

  YamlText(String text) {
    super("");
    characters = text.codePoints().toArray();
    int valid = 0;
    while (valid < characters.length && isPrintable(characters[valid])) {
      valid++;
    }
    this.valid = valid;
  }

  private int at(int place) {
    if (place < valid) {
      return characters[place];
    }
    if (valid < characters.length) {
      throw new ReaderException(
          NAME, valid, characters[valid], "control characters are not allowed");
    }
    return 0;
  }

  @Override
  public int peek() {
    return peek(0);
  }

  @Override
  public int peek(int ahead) {
    int character = at(index + ahead);
    return character == '\t' && hasToken ? ' ' : character;
  }

  @Override
  public String prefix(int length) {
    return new String(characters, index, Math.min(length, valid - index));
  }

  @Override
  public String prefixForward(int length) {
    String prefix = prefix(length);
    hasToken |= !prefix.isBlank();
    index += length;
    column += length;
    return prefix;
  }

  @Override
  public void forward() {
    forward(1);
  }

  @Override
  public void forward(int length) {
    for (int end = Math.min(index + length, valid); index < end; ) {
      pass(characters[index++]);
    }
  }

  private void pass(int character) {
    boolean isBreak =
        character == '\r' ? at(index) != '\n' : "\n\u0085\u2028\u2029".indexOf(character) >= 0;
    if (isBreak) {
      line++;
      column = 0;
    } else if (character != BYTE_ORDER_MARK) {
      column++;
    }
    hasToken =
        character != '\n' && character != '\r' && (hasToken || " \t-?:".indexOf(character) < 0);
  }

  @Override
  public Mark getMark() {
    return new Mark(NAME, index, line, column, characters, index);
  }

  @Override
  public int getColumn() {
    return column;
  }

  @Override
  public int getLine() {
    return line;
  }

  @Override
  public int getIndex() {
    return index;
  }

  @Override
  public int getDocumentIndex() {
    return index - startOfDocument;
  }

  @Override
  public void resetDocumentIndex() {
    startOfDocument = index;
  }
}
