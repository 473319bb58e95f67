package dev.hpa.cli.files;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;

/**
 * Text that is kept in memory: a whole file, or a line of a file that is read by lines. Reading
 * fails beyond a limit, because a small compressed file may have any length.
 */
public final class LimitedText extends FilterReader {

  /** In UTF-16 code units; objects that are parsed from a text take several times as much. */
  static final int MAX_CHARS =
      (int) Math.min(Runtime.getRuntime().maxMemory() / 16, Integer.MAX_VALUE / 2);

  private final int maxChars;
  private int chars;

  LimitedText(Reader in, int maxChars) {
    super(in);
    this.maxChars = maxChars;
  }

  /** Limits the length of each line; or, without line ends, of the whole text. */
  public static Reader ofLines(Reader in) {
    return new LimitedText(in, MAX_CHARS);
  }

  /**
   * Reads to the end.
   *
   * @throws IOException also if the text is too long
   */
  public static String whole(Reader in) throws IOException {
    return whole(in, MAX_CHARS);
  }

  static String whole(Reader in, int maxChars) throws IOException {
    StringBuilder text = new StringBuilder();
    char[] part = new char[1 << 14];
    for (int read = in.read(part); read >= 0; read = in.read(part)) {
      text.append(part, 0, read);
      check(text.length(), maxChars);
    }
    return text.toString();
  }

  /**
   * Reads to the end.
   *
   * @return the text as it is encoded, of at most as many bytes as a text may have characters
   * @throws IOException also if there are more
   */
  public static byte[] bytes(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MAX_CHARS + 1);
    check(bytes.length, MAX_CHARS);
    return bytes;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] part, int from, int length) throws IOException {
    int read = super.read(part, from, length);
    for (int i = from; i < from + read; i++) {
      chars = part[i] == '\n' ? 0 : chars + 1;
      check(chars, maxChars);
    }
    return read;
  }

  private static void check(int chars, int maxChars) throws IOException {
    if (chars > maxChars) {
      throw new IOException(
          "is longer than %d characters, 1/16 of the maximum heap; split it, or set a larger -Xmx in JAVA_OPTS"
              .formatted(maxChars));
    }
  }
}
