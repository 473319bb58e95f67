package dev.hpa.controller.plugins;

/**
 * Loads the classes that plug-ins share with the program: the SPI, the API values it uses, and the
 * JDK. A plug-in must contain all other classes, including libraries.
 */
final class SpiLoader extends ClassLoader {

  private static final String[] SHARED = {
    "dev.hpa.api.", "dev.hpa.spi.", "org.jspecify.annotations."
  };

  private final ClassLoader program;

  SpiLoader(ClassLoader program) {
    super("spi", ClassLoader.getPlatformClassLoader());
    this.program = program;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    for (String prefix : SHARED) {
      if (name.startsWith(prefix)) {
        return program.loadClass(name);
      }
    }
    throw new ClassNotFoundException(name);
  }
}
