package dev.hpa.controller.plugins;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.api.time.Timeline;
import dev.hpa.api.versions.HpaVersion;
import dev.hpa.spi.MetricProvider;
import org.junit.jupiter.api.Test;

class SpiLoaderTest {

  private final SpiLoader shared = new SpiLoader(SpiLoaderTest.class.getClassLoader());

  @Test
  void pluginsSeeThePackagesOfTheSpi() throws ClassNotFoundException {
    for (Class<?> each : new Class<?>[] {MetricProvider.class, Timeline.class}) {
      assertSame(each, shared.loadClass(each.getName()));
    }
  }

  @Test
  void pluginsDoNotSeeOtherPackagesOfTheApi() {
    for (Class<?> each : new Class<?>[] {HpaVersion.class, SpiLoader.class}) {
      assertThrows(ClassNotFoundException.class, () -> shared.loadClass(each.getName()));
    }
  }
}
