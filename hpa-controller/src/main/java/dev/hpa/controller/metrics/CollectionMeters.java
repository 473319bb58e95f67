package dev.hpa.controller.metrics;

import com.sun.management.ThreadMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Garbage collections, in families that Micrometer has for them. Micrometer's own binder listens to
 * each collection, which takes 2 % of the CPU with 1,000 autoscalers; these are read at a scrape.
 */
final class CollectionMeters implements MeterBinder {

  @Override
  public void bindTo(MeterRegistry registry) {
    ManagementFactory.getGarbageCollectorMXBeans().forEach(each -> time(each, registry));
    if (ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads) {
      FunctionCounter.builder(
              "jvm.gc.memory.allocated", threads, ThreadMXBean::getTotalThreadAllocatedBytes)
          .baseUnit("bytes")
          .description("Bytes of the objects that threads have allocated")
          .register(registry);
    }
    List<MemoryPoolMXBean> old =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(each -> each.getType() == MemoryType.HEAP)
            .filter(each -> isLongLived(each.getName()))
            .toList();
    size("jvm.gc.live.data.size", "after the last collection of them", old, each -> used(each))
        .register(registry);
    size("jvm.gc.max.data.size", "at most", old, each -> each.getUsage().getMax())
        .register(registry);
  }

  private static void time(GarbageCollectorMXBean collector, MeterRegistry registry) {
    FunctionTimer.builder(
            isConcurrent(collector.getName()) ? "jvm.gc.concurrent.phase.time" : "jvm.gc.pause",
            collector,
            GarbageCollectorMXBean::getCollectionCount,
            GarbageCollectorMXBean::getCollectionTime,
            TimeUnit.MILLISECONDS)
        .tag("gc", collector.getName())
        .description("Time of garbage collections, by collector")
        .register(registry);
  }

  private static Gauge.Builder<List<MemoryPoolMXBean>> size(
      String name, String when, List<MemoryPoolMXBean> pools, ToLongFunction<MemoryPoolMXBean> of) {
    return Gauge.builder(name, pools, all -> all.stream().mapToLong(of).sum())
        .baseUnit("bytes")
        .strongReference(true)
        .description("Bytes of long-lived objects " + when);
  }

  private static long used(MemoryPoolMXBean pool) {
    MemoryUsage usage = pool.getCollectionUsage();
    return usage == null ? 0 : usage.getUsed();
  }

  /** A name of one word, such as {@code ZHeap} or {@code Shenandoah}, is that of the whole heap. */
  private static boolean isLongLived(String pool) {
    return pool.contains("Old Gen") || pool.contains("Tenured Gen") || !pool.contains(" ");
  }

  /** Such as {@code G1 Concurrent GC} and {@code ZGC Major Cycles}, whose times are no pauses. */
  private static boolean isConcurrent(String collector) {
    return collector.contains("Concurrent") || collector.endsWith("Cycles");
  }
}
