package dev.hpa.controller.world;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The list of planted faults, which are run by {@link ManySeeds} only. */
class PlantedFaultTest {

  @Test
  void eachFaultFitsTheSources() throws IOException {
    Path root = Path.of(System.getProperty("hpa.root", ".."));
    for (PlantedFault each : PlantedFault.all()) {
      assertTrue(each.source(root).contains(each.before()), each.name());
    }
  }
}
