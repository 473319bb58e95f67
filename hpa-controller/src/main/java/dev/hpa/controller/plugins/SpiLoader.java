package dev.hpa.controller.plugins;

import java.util.Set;

/**
 * Loads the classes that plug-ins share with the program: the SPI, the API values it uses, and the
 * JDK. A plug-in must contain all other classes, including libraries.
 */
final class SpiLoader extends ClassLoader {

  private static final Set<String> SHARED =
      Set.of("dev.hpa.api", "dev.hpa.api.time", "dev.hpa.spi", "org.jspecify.annotations");

  private final ClassLoader program;

  SpiLoader(ClassLoader program) {
    super("spi", ClassLoader.getPlatformClassLoader());
    this.program = program;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (SHARED.contains(name.substring(0, Math.max(0, name.lastIndexOf('.'))))) {
      return program.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }
}
