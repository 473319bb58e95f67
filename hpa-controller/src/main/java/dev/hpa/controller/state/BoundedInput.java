package dev.hpa.controller.state;

import dev.hpa.kube.content.CountedInput;
import java.io.IOException;
import java.io.InputStream;

/** Fails after a number of bytes. */
final class BoundedInput extends CountedInput {

  private final long limit;
  private long read;

  /**
   * @param limit in bytes
   */
  BoundedInput(InputStream in, long limit) {
    super(in);
    this.limit = limit;
  }

  @Override
  protected void count(long bytes) throws IOException {
    read += bytes;
    if (read > limit) {
      throw new IOException("it is larger than %d MiB".formatted(limit >> 20));
    }
  }
}
