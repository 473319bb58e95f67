package dev.hpa.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hpa.spi.MetricProviderFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class DeclarationsTest {

  private final Path folder;

  DeclarationsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** A project with one factory and a service file. */
  private static final class Project extends ClassLoader {
    private final Path services;

    Project(Path services) {
      super(DeclarationsTest.class.getClassLoader());
      this.services = services;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return Collections.enumeration(List.of(services.toUri().toURL()));
    }

    Class<? extends MetricProviderFactory> factory() throws IOException {
      Class<?> original = SampleProviderFactory.class;
      String file = original.getSimpleName() + ".class";
      try (InputStream in = Objects.requireNonNull(original.getResourceAsStream(file))) {
        byte[] bytes = in.readAllBytes();
        return defineClass(original.getName(), bytes, 0, bytes.length)
            .asSubclass(MetricProviderFactory.class);
      }
    }
  }

  private Class<? extends MetricProviderFactory> factory(String services) throws IOException {
    return new Project(Files.writeString(folder.resolve("services"), services)).factory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.example.Renamed|names com.example.Renamed, which does not exist",
        "dev.hpa.tck.ContractRun|dev.hpa.tck.ContractRun not a subtype"
      })
  void aServiceFileThatNamesNoFactoryIsReportedInOneLine(String named, String problem)
      throws IOException {
    Class<? extends MetricProviderFactory> factory = factory(named);
    assertEquals(
        "META-INF/services/dev.hpa.spi.MetricProviderFactory: "
            + problem
            + "; name the factory, and remove old copies of the file with \"mvn clean\"",
        assertThrows(
                AssertionFailedError.class,
                () -> Declarations.checkIsRegistered(MetricProviderFactory.class, factory))
            .getMessage());
  }

  @Test
  void aServiceFileThatNamesNoFactoryFailsOneTest() throws IOException {
    Class<? extends MetricProviderFactory> factory = factory("com.example.Renamed");
    assertThrows(
        TestAbortedException.class,
        () -> Declarations.checkIsCheap(MetricProviderFactory.class, factory));
  }
}
