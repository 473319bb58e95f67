package dev.hpa.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The table of modules in docs/architecture.md: who may know whom. */
class ModuleRulesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.hpa");

  private record Rule(String module, List<String> mustNotSee, String because) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "dev.hpa.api..",
              List.of("dev.hpa.core..", "dev.hpa.app..", "dev.hpa.sandbox..", "io.kubernetes.."),
              "every plug-in inherits what the API module needs"),
          new Rule(
              "dev.hpa.spi..",
              List.of("dev.hpa.core..", "dev.hpa.app..", "dev.hpa.sandbox..", "io.kubernetes.."),
              "every plug-in inherits what the API module needs"),
          new Rule(
              "dev.hpa.core..",
              List.of(
                  "dev.hpa.app..",
                  "dev.hpa.sandbox..",
                  "dev.hpa.metrics..",
                  "dev.hpa.scale..",
                  "dev.hpa.api.time..",
                  "io.kubernetes..",
                  "org.slf4j..",
                  "java.net..",
                  "java.nio.file..",
                  "java.util.concurrent.."),
              "the algorithm knows no clock, no I/O, no threads and no logger"),
          new Rule(
              "dev.hpa.metrics..",
              List.of("dev.hpa.core..", "dev.hpa.app..", "dev.hpa.sandbox..", "io.kubernetes.."),
              "our providers get what a vendor's gets"),
          new Rule(
              "dev.hpa.scale..",
              List.of("dev.hpa.core..", "dev.hpa.app..", "dev.hpa.sandbox.."),
              "our scale client gets what a vendor's gets"),
          new Rule(
              "dev.hpa.sandbox..",
              List.of("dev.hpa.core..", "dev.hpa.app..", "dev.hpa.metrics..", "dev.hpa.scale.."),
              "a stage that shares code with what is tested on it proves nothing"),
          new Rule(
              "dev.hpa.conformance..",
              List.of("dev.hpa.core..", "dev.hpa.app.."),
              "a suite that shares code with its subject proves nothing"));

  @TestFactory
  List<DynamicTest> modulesSeeOnlyWhatTheyMay() {
    return RULES.stream()
        .map(rule -> DynamicTest.dynamicTest(rule.module(), () -> check(rule)))
        .toList();
  }

  private static void check(Rule rule) {
    noClasses()
        .that()
        .resideInAPackage(rule.module())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(rule.mustNotSee().toArray(String[]::new))
        .because(rule.because())
        .check(CLASSES);
  }

  @TestFactory
  List<DynamicTest> classesOfEveryModuleWereSeen() {
    return RULES.stream()
        .map(
            rule ->
                DynamicTest.dynamicTest(
                    rule.module(),
                    () ->
                        assertFalse(
                            CLASSES
                                .that(
                                    com.tngtech.archunit.core.domain.JavaClass.Predicates
                                        .resideInAPackage(rule.module()))
                                .isEmpty(),
                            "no class of " + rule.module() + " was on the class path")))
        .toList();
  }

  @Test
  void packagesOfTheAppHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("dev.hpa.app.(*)..")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void nothingReadsTheSystemClockButTheTimeline() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.hpa.api.time..",
            "dev.hpa.app.cli..",
            "dev.hpa.app.demo..",
            "dev.hpa.conformance.stage..")
        .and()
        .doNotHaveFullyQualifiedName("dev.hpa.sandbox.server.ApiServer")
        .should()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .because(
            "time is an object; ApiServer alone asks it, for the dates of its certificate, and the"
                + " stage of the conformance suite, whose subjects are processes in real time")
        .check(CLASSES);
  }
}
