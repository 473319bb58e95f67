package dev.hpa.kube.content;

import java.io.IOException;
import java.io.InputStream;

/**
 * JSON in UTF-8 whose texts are cut beyond a length. A parser takes several times the memory of a
 * text, before it is known whether anything is kept of it; and one that refuses long texts ends the
 * reading, also for the other parties of a shared response. Used by one thread.
 */
public final class ShortTexts extends InputStream {

  /** Bytes after which a text is cut within a character, which is no UTF-8 then. */
  private static final int LONGEST_CHARACTER = 8;

  private final InputStream in;
  private final int maxBytes;
  private boolean isInText;
  private boolean isCut;
  private boolean isAfterBackslash;
  private int hexDigits;
  private int bytesOfText;

  /**
   * @param maxBytes of a text; of a longer one as many are left, and the rest of a character
   */
  public ShortTexts(InputStream in, int maxBytes) {
    this.in = in;
    this.maxBytes = maxBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int kept = 0;
    while (kept == 0 && length > 0) {
      int count = in.read(bytes, offset, length);
      if (count < 0) {
        return -1;
      }
      kept = keep(bytes, offset, count);
    }
    return kept;
  }

  /** Moves the bytes that are kept to the front; returns their number. */
  private int keep(byte[] bytes, int from, int count) {
    int to = from;
    for (int i = from; i < from + count; i++) {
      if (isKept(bytes[i])) {
        bytes[to] = bytes[i];
        to++;
      }
    }
    return to - from;
  }

  private boolean isKept(byte next) {
    if (!isInText) {
      isInText = next == '"';
      isCut = false;
      bytesOfText = 0;
      return true;
    }
    if (isAfterBackslash) {
      isAfterBackslash = false;
      hexDigits = next == 'u' ? 4 : 0;
    } else if (next == '"') {
      isInText = false;
      hexDigits = 0;
      return true;
    } else if (hexDigits > 0) {
      hexDigits--;
    } else {
      boolean isWithin = (next & 0xc0) == 0x80 && bytesOfText < maxBytes + LONGEST_CHARACTER;
      isCut |= bytesOfText >= maxBytes && !isWithin;
      isAfterBackslash = next == '\\';
    }
    bytesOfText += isCut ? 0 : 1;
    return !isCut;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
