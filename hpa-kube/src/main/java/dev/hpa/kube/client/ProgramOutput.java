package dev.hpa.kube.client;

import dev.hpa.api.GoDuration;
import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What a program prints that has credentials. */
public final class ProgramOutput {

  private ProgramOutput() {}

  /**
   * Waits for the end of a program, and ends it and its children.
   *
   * @param limit the longest time, in real time
   * @return its standard output
   * @throws IOException if it fails or takes too long; the message continues "the program"
   */
  public static byte[] of(Process process, Duration limit) throws IOException {
    CompletableFuture<byte[]> output = new CompletableFuture<>();
    Thread.ofVirtual().name("program output").start(() -> read(process, output));
    try {
      byte[] read = output.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!process.waitFor(limit)) {
        throw new TimeoutException();
      }
      if (process.exitValue() != 0) {
        throw new IOException("failed with exit code " + process.exitValue());
      }
      return read;
    } catch (TimeoutException late) {
      throw new IOException(
          "did not end within " + GoDuration.format(limit) + "; run it by hand to see why", late);
    } catch (ExecutionException broken) {
      throw new IOException("its output cannot be read: " + broken.getCause(), broken);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new IOException("was interrupted", stopping);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void read(Process process, CompletableFuture<byte[]> output) {
    try {
      byte[] read = process.getInputStream().readNBytes(Limit.CONFIGURATION_BYTES.asInt() + 1);
      if (read.length > Limit.CONFIGURATION_BYTES.asInt()) {
        throw new IOException("it is longer than " + Limit.CONFIGURATION_BYTES.text());
      }
      output.complete(read);
    } catch (IOException failure) {
      output.completeExceptionally(failure);
    }
  }
}
