package dev.hpa.kube.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hpa.kube.memory.MemoryPart;
import dev.hpa.kube.memory.MemoryPool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("security")
class ResponseLimitsTest {

  private static final int MIB = 1 << 20;

  private final ResponseLimits limits = limits();

  private int apis;

  /** 16 MiB for each response, 10 MiB for all but one together, of which one API has 5 MiB. */
  static ResponseLimits limits() {
    return limits(Duration.ZERO);
  }

  private static ResponseLimits limits(Duration wait) {
    return new ResponseLimits(
        new MemoryPool(256L << 20), MemoryPart.RESPONSES, MemoryPart.LARGE_RESPONSE, wait);
  }

  /** Of an API that sends no other ones. */
  private ResponseLimits.Response response() {
    return limits.new Response("api " + apis++, true);
  }

  private ResponseLimits.Response read(int bytes) throws IOException {
    return read("api " + apis++, bytes);
  }

  private ResponseLimits.Response read(String api, int bytes) throws IOException {
    ResponseLimits.Response response = limits.new Response(api, true);
    response.count(bytes);
    return response;
  }

  @Test
  void largeResponsesThatAreReadSlowlyTakeOnlyTheirSize() throws IOException {
    for (int i = 0; i < 8; i++) {
      read(MIB);
    }
    read(16 * MIB).close();
    read(3 * MIB);
  }

  @Test
  void allResponsesTogetherAreLimited() throws IOException {
    List<ResponseLimits.Response> readOnes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      readOnes.add(read(4 * MIB));
    }
    // The first that does not fit beside them.
    readOnes.add(read(4 * MIB));
    for (int i = 0; i < 1_000; i++) {
      read(100_000);
    }
    IOException failure = assertThrows(IOException.class, () -> read(4 * MIB));
    assertEquals(
        "the large responses that are read take all memory for them; none ended within 0 s",
        failure.getMessage());
    readOnes.getFirst().close();
    read(4 * MIB);
  }

  @Test
  void whatValuesTakeBesideTheBytesIsLimitedForAll() throws IOException {
    List<ResponseLimits.Response> readOnes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ResponseLimits.Response small = response();
      small.count(100_000);
      small.take(MIB);
      readOnes.add(small);
    }
    // The first that does not fit beside them, whatever it takes.
    ResponseLimits.Response first = response();
    first.take(31 * MIB);
    assertThrows(IOException.class, () -> response().take(MIB));
    limits.new Response("api", false).take(100_000);
    readOnes.getFirst().close();
    response().take(MIB);
  }

  @Test
  void aResponseTakesTwiceItsLimitWithItsValues() throws IOException {
    ResponseLimits.Response large = read(16 * MIB);
    large.take(16 * MIB);
    assertEquals(
        "the answer takes more than 32 MiB of memory, 1/8 of the maximum heap",
        assertThrows(ResponseTooLargeException.class, () -> large.take(1)).getMessage());
  }

  @Test
  void theFirstBeyondTheBudgetIsReadToItsEndAndThenTheNext() throws IOException {
    read(5 * MIB);
    ResponseLimits.Response first = read(8 * MIB);
    first.count(8 * MIB);
    assertThrows(ResponseTooLargeException.class, () -> first.count(1));
    assertThrows(IOException.class, () -> read(8 * MIB));
    first.close();
    read(8 * MIB).count(8 * MIB);
  }

  @Test
  void thoseOfOneApiLeaveMemoryToOthers() throws IOException {
    ResponseLimits.Response first = read("slow", 5 * MIB);
    ResponseLimits.Response beyond = read("slow", 15 * MIB);
    assertThrows(IOException.class, () -> read("slow", MIB));
    ResponseLimits.Response other = read("other", 4 * MIB);
    assertThrows(IOException.class, () -> other.count(2 * MIB));
    read("third", MIB).close();
    beyond.close();
    other.count(10 * MIB);
    assertThrows(IOException.class, () -> read("slow", MIB));
    first.close();
    read("slow", 5 * MIB);
  }

  @Test
  void responsesThatGrowTogetherAllEnd() throws InterruptedException {
    ResponseLimits patient = limits(Duration.ofMinutes(4));
    AtomicInteger ended = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Random random = new Random(i);
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (ResponseLimits.Response response = patient.new Response("api", true)) {
                      int size = random.nextInt(16 * MIB);
                      for (int read = 0; read < size; read += 10_000) {
                        response.count(Math.min(10_000, size - read));
                      }
                      ended.incrementAndGet();
                    } catch (IOException failure) {
                      // Not ended.
                    }
                  }));
    }
    for (Thread thread : threads) {
      assertTrue(thread.join(Duration.ofMinutes(4)));
    }
    assertEquals(50, ended.get());
  }
}
