package dev.hpa.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The table of modules in docs/architecture.md: which module may depend on which. */
@Tag("security")
class ModuleRulesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("/test-classes/"))
          .importPackages("dev.hpa");

  /**
   * The packages of each module, or of a part of one; a subpackage that is listed nowhere belongs
   * to its parent.
   */
  private static final Map<String, List<String>> MODULES =
      Map.ofEntries(
          Map.entry("hpa-api", List.of("dev.hpa.api..", "dev.hpa.spi..")),
          Map.entry("hpa-core", List.of("dev.hpa.core..", "dev.hpa.explanation..")),
          Map.entry("hpa-core: simulation", List.of("dev.hpa.simulation..")),
          Map.entry("hpa-core: validation", List.of("dev.hpa.validation..")),
          Map.entry(
              "hpa-kube",
              List.of(
                  "dev.hpa.kube.client..",
                  "dev.hpa.kube.discovery..",
                  "dev.hpa.kube.http..",
                  "dev.hpa.kube.leader..",
                  "dev.hpa.kube.provider..")),
          Map.entry("hpa-kube: memory", List.of("dev.hpa.kube.memory..")),
          Map.entry("hpa-kube: content", List.of("dev.hpa.kube.content..")),
          Map.entry(
              "hpa-metrics-*",
              List.of(
                  "dev.hpa.metrics.resource..",
                  "dev.hpa.metrics.custom..",
                  "dev.hpa.metrics.external..",
                  "dev.hpa.metrics.heapster..")),
          Map.entry(
              "hpa-metrics-prometheus",
              List.of("dev.hpa.metrics.prometheus", "dev.hpa.metrics.prometheus.template")),
          Map.entry("hpa-metrics-prometheus: client", List.of("dev.hpa.metrics.prometheus.client")),
          Map.entry("hpa-scale-client", List.of("dev.hpa.scale..")),
          Map.entry("hpa-sandbox", List.of("dev.hpa.sandbox..")),
          Map.entry("hpa-vectors", List.of("dev.hpa.vectors..")),
          Map.entry("hpa-provider-tck", List.of("dev.hpa.tck..")),
          Map.entry("hpa-conformance-tests", List.of("dev.hpa.conformance..")),
          Map.entry("hpa-controller", List.of("dev.hpa.controller..")),
          Map.entry("hpa-controller: dashboard", List.of("dev.hpa.dashboard..")),
          Map.entry("hpa-controller-app", List.of("dev.hpa.app..")),
          Map.entry("hpa-cli", List.of("dev.hpa.cli..")));

  /** Names of classes in more than one module, each of which is clear where it is used. */
  private static final Set<String> SHARED_NAMES =
      Set.of(
          """
          ApiRequest AuthFilter Authorizer Change ChangeLog ClusterAccess ClusterOptions
          ContentNegotiation DeletionOrder Difference Discovery EventWriter FieldReader Finding
          ForecastFlags Kubeconfig Main Manifest MetadataValidation MetricNames MetricsApiServices
          ObjectKey Observation OwnerIndex OwnerReferences Plan Pod PodNames PodSamples
          PodsByLabel Progress PrometheusFlags PrometheusServer RecordedLoad Rollout RuleSet
          Sample Selection Settings Snapshot StatusWriter Tolerance User WhatIf YamlText
          """
              .split("\\s+"));

  /** The modules that each module may depend on. */
  private static final Map<String, Set<String>> ALLOWED =
      Map.ofEntries(
          Map.entry("hpa-api", Set.of()),
          Map.entry("hpa-core", Set.of("hpa-api")),
          Map.entry("hpa-core: simulation", Set.of("hpa-api", "hpa-core")),
          Map.entry("hpa-core: validation", Set.of("hpa-api")),
          Map.entry("hpa-kube", Set.of("hpa-api", "hpa-kube: content", "hpa-kube: memory")),
          Map.entry("hpa-kube: content", Set.of("hpa-api", "hpa-kube: memory")),
          Map.entry("hpa-kube: memory", Set.of("hpa-api")),
          Map.entry(
              "hpa-metrics-*",
              Set.of("hpa-api", "hpa-kube", "hpa-kube: content", "hpa-kube: memory")),
          Map.entry(
              "hpa-metrics-prometheus",
              Set.of(
                  "hpa-api",
                  "hpa-kube",
                  "hpa-kube: content",
                  "hpa-kube: memory",
                  "hpa-metrics-prometheus: client")),
          Map.entry(
              "hpa-metrics-prometheus: client",
              Set.of("hpa-api", "hpa-kube", "hpa-kube: content", "hpa-kube: memory")),
          Map.entry(
              "hpa-scale-client",
              Set.of("hpa-api", "hpa-kube", "hpa-kube: content", "hpa-kube: memory")),
          Map.entry(
              "hpa-sandbox",
              Set.of(
                  "hpa-api", "hpa-core: simulation", "hpa-core: validation", "hpa-kube: content")),
          Map.entry("hpa-vectors", Set.of()),
          Map.entry("hpa-provider-tck", Set.of("hpa-api")),
          Map.entry("hpa-conformance-tests", Set.of("hpa-api", "hpa-sandbox", "hpa-vectors")),
          Map.entry(
              "hpa-controller",
              Set.of(
                  "hpa-api",
                  "hpa-core",
                  "hpa-kube",
                  "hpa-kube: content",
                  "hpa-kube: memory",
                  "hpa-metrics-prometheus: client")),
          Map.entry(
              "hpa-controller: dashboard",
              Set.of(
                  "hpa-api",
                  "hpa-core",
                  "hpa-core: simulation",
                  "hpa-core: validation",
                  "hpa-kube",
                  "hpa-kube: content",
                  "hpa-kube: memory",
                  "hpa-controller")),
          Map.entry(
              "hpa-controller-app",
              Set.of(
                  "hpa-api",
                  "hpa-core",
                  "hpa-kube",
                  "hpa-kube: content",
                  "hpa-kube: memory",
                  "hpa-metrics-prometheus: client",
                  "hpa-controller",
                  "hpa-controller: dashboard")),
          Map.entry(
              "hpa-cli",
              Set.of(
                  "hpa-api",
                  "hpa-core",
                  "hpa-core: simulation",
                  "hpa-core: validation",
                  "hpa-kube",
                  "hpa-kube: content",
                  "hpa-kube: memory",
                  "hpa-metrics-prometheus",
                  "hpa-metrics-prometheus: client",
                  "hpa-sandbox",
                  "hpa-conformance-tests",
                  "hpa-controller",
                  "hpa-controller: dashboard",
                  "hpa-controller-app")));

  /** Libraries that a module must not depend on, with the reason. */
  private record Ban(String module, List<String> packages, String because) {}

  private static final List<Ban> BANS =
      List.of(
          new Ban(
              "hpa-api",
              List.of(
                  "io.kubernetes..", "okhttp3..", "org.slf4j..", "org.yaml..", "java.net.http.."),
              "every plug-in inherits what hpa-api depends on"),
          new Ban(
              "hpa-core",
              List.of(
                  "dev.hpa.api.time..",
                  "io.kubernetes..",
                  "org.slf4j..",
                  "java.net..",
                  "java.nio.file..",
                  "java.util.concurrent.."),
              "the algorithm has no clock, I/O, threads or logger"),
          new Ban(
              "hpa-core: simulation",
              List.of(
                  "dev.hpa.api.time..",
                  "io.kubernetes..",
                  "org.slf4j..",
                  "java.net..",
                  "java.nio.file..",
                  "java.util.concurrent.."),
              "a replay has no clock, I/O, threads or logger"),
          new Ban(
              "hpa-metrics-*",
              List.of("io.kubernetes.."),
              "the bundled providers use the contract that vendors use"),
          new Ban(
              "hpa-provider-tck",
              List.of(
                  "io.kubernetes..",
                  "okhttp3..",
                  "org.slf4j..",
                  "org.yaml..",
                  "org.eclipse.jetty..",
                  "org.junit.platform.."),
              "the contracts need hpa-api and JUnit, nothing else"),
          new Ban(
              "hpa-conformance-tests",
              List.of("org.junit.."),
              "the suite is a program, not a test"),
          new Ban(
              "hpa-controller",
              List.of("picocli..", "org.eclipse.jetty..", "org.jline..", "java.net.http.."),
              "the controller is a library, and has one HTTP client: HttpService of hpa-kube"),
          new Ban(
              "hpa-controller: dashboard",
              List.of("picocli..", "org.eclipse.jetty..", "org.jline.."),
              "others serve the dashboard"),
          new Ban(
              "hpa-controller-app",
              List.of("picocli..", "org.jline..", "java.net.http.."),
              "it contains no tools, picocli takes a seventh of a start, and there is one HTTP"
                  + " client: HttpService of hpa-kube"));

  /** The modules of hpa-controller. */
  private static final Set<String> CONTROLLER =
      Set.of(
          "hpa-api",
          "hpa-core",
          "hpa-core: simulation",
          "hpa-core: validation",
          "hpa-kube",
          "hpa-kube: content",
          "hpa-kube: memory",
          "hpa-metrics-*",
          "hpa-metrics-prometheus",
          "hpa-metrics-prometheus: client",
          "hpa-scale-client",
          "hpa-controller",
          "hpa-controller: dashboard",
          "hpa-controller-app");

  private static String[] packages(String module) {
    return packages(Set.of(module));
  }

  private static String[] packages(Set<String> modules) {
    return modules.stream()
        .flatMap(module -> MODULES.getOrDefault(module, List.of()).stream())
        .toArray(String[]::new);
  }

  @TestFactory
  Stream<DynamicTest> modulesDependOnWhatTheTableAllows() {
    return ALLOWED.entrySet().stream()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.getKey(), () -> checkDependencies(row.getKey(), row.getValue())));
  }

  private static void checkDependencies(String module, Set<String> allowed) {
    Set<String> others = new TreeSet<>(MODULES.keySet());
    others.remove(module);
    others.removeAll(allowed);
    if (others.isEmpty()) {
      return;
    }
    noClasses()
        .that()
        .resideInAnyPackage(packages(module))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages(others))
        .check(CLASSES);
  }

  @TestFactory
  Stream<DynamicTest> modulesDoWithoutLibrariesOfOthers() {
    return BANS.stream()
        .map(
            ban ->
                DynamicTest.dynamicTest(
                    ban.module(),
                    () ->
                        noClasses()
                            .that()
                            .resideInAnyPackage(packages(ban.module()))
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(ban.packages().toArray(String[]::new))
                            .because(ban.because())
                            .check(CLASSES)));
  }

  @Test
  void everyClassBelongsToOneModuleAndEveryModuleHasClasses() {
    classes()
        .should()
        .resideInAnyPackage(packages(MODULES.keySet()))
        .because("the table lists every module")
        .check(CLASSES);
    Map<String, Integer> sizes = new TreeMap<>();
    for (String module : MODULES.keySet()) {
      int size = CLASSES.that(JavaClass.Predicates.resideInAnyPackage(packages(module))).size();
      sizes.put(module, size);
      assertFalse(size == 0, module + " was not on the class path: " + sizes);
    }
    assertEquals(CLASSES.size(), sizes.values().stream().mapToInt(each -> each).sum());
  }

  /** The class path of hpa-controller does not contain client-java and what it needs. */
  @Test
  void theControllerRunsWithoutClientJava() {
    noClasses()
        .that()
        .resideInAnyPackage(packages(CONTROLLER))
        .and()
        .doNotHaveSimpleName("ApiClientConnection")
        .and()
        .doNotHaveSimpleName("HpaControllerBuilder")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.kubernetes..",
            "org.bouncycastle..",
            "com.google.gson..",
            "com.google.protobuf..",
            "org.jose4j..",
            "org.apache.commons..")
        .check(CLASSES);
  }

  /** Tools about decisions do not start a server. */
  @Test
  void onlyCommandsThatRunAClusterUseTheSandbox() {
    noClasses()
        .that()
        .resideInAPackage("dev.hpa.cli..")
        .and()
        .resideOutsideOfPackages(
            "dev.hpa.cli.sandbox..", "dev.hpa.cli.demo..", "dev.hpa.cli.conformance..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.hpa.sandbox..")
        .because("replays are in arrays")
        .check(CLASSES);
  }

  /** Plug-ins see these packages only; their signatures may name no others. */
  @Test
  void theSpiIsThreePackages() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.hpa.spi", "dev.hpa.api", "dev.hpa.api.time")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.hpa..")
                .and(resideOutsideOfPackages("dev.hpa.spi", "dev.hpa.api", "dev.hpa.api.time")))
        .check(CLASSES);
  }

  @Test
  void noModuleHasAPackageCycle() {
    SlicesRuleDefinition.slices()
        .assignedFrom(new EachPackage())
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  /** The time they take grows with the square of the number of keys with equal hash codes. */
  @Test
  void nothingThatTenantsFillIsCopiedByTheFactoriesOfMapsAndSets() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.hpa.api..",
            "dev.hpa.spi..",
            "dev.hpa.core..",
            "dev.hpa.explanation..",
            "dev.hpa.simulation..",
            "dev.hpa.validation..",
            "dev.hpa.kube..",
            "dev.hpa.metrics..",
            "dev.hpa.scale..",
            "dev.hpa.controller..",
            "dev.hpa.dashboard..",
            "dev.hpa.app..")
        .should()
        .callMethod(Map.class, "copyOf", Map.class)
        .orShould()
        .callMethod(Set.class, "copyOf", Collection.class)
        .orShould()
        .callMethod(Collectors.class, "toUnmodifiableSet")
        .orShould()
        .callMethod(Collectors.class, "toUnmodifiableMap", Function.class, Function.class)
        .because("ImmutableCopies are as fast for any keys")
        .check(CLASSES);
  }

  /**
   * Maps of keys with equal hash codes are as fast as others if the keys are compared: those of
   * fields, parameters, results and local variables. Keys of any class are not checked, so they are
   * not allowed.
   */
  @Test
  void keysOfMapsAreComparable() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : CLASSES) {
      if (MAPS_OF_TENANTS.stream().anyMatch(each.getPackageName().concat(".")::startsWith)) {
        hashedKeys(each).stream()
            .filter(ModuleRulesTest::isChosenByTenants)
            .forEach(key -> wrong.add(each.getName() + " has keys of " + key));
      }
    }
    assertEquals(Set.of(), wrong, "tenants choose names, and with them the hash codes of records");
  }

  private static final List<String> MAPS_OF_TENANTS =
      List.of(
          "dev.hpa.api.",
          "dev.hpa.spi.",
          "dev.hpa.core.",
          "dev.hpa.explanation.",
          "dev.hpa.kube.",
          "dev.hpa.metrics.",
          "dev.hpa.scale.",
          "dev.hpa.controller.",
          "dev.hpa.dashboard.",
          "dev.hpa.app.");

  /**
   * Numbers and settings, keys of maps that last for one comparison, and keys that are compared by
   * identity.
   */
  private static final Set<String> NOT_CHOSEN_BY_TENANTS =
      Set.of(
          "Shard",
          "Result",
          "Outcome",
          "History",
          "Alternative",
          "ClusterSnapshot",
          "PodResources");

  private static final Pattern HASHED =
      Pattern.compile("Ljava/util/(?:concurrent/)?[A-Za-z]*(?:Map|Set)<L([^;<]+)[;<]");

  private static boolean isChosenByTenants(String key) {
    if (key.equals(Object.class.getName())) {
      return true;
    }
    return CLASSES.contain(key)
        && CLASSES.get(key).isRecord()
        && !NOT_CHOSEN_BY_TENANTS.contains(CLASSES.get(key).getSimpleName())
        && !CLASSES.get(key).isAssignableTo(Comparable.class);
  }

  /** The classes of keys of all maps and sets in a class file, by their generic signatures. */
  private static Set<String> hashedKeys(JavaClass type) {
    Set<String> keys = new TreeSet<>();
    for (String signature : signatures(type)) {
      Matcher matcher = HASHED.matcher(signature);
      while (matcher.find()) {
        keys.add(matcher.group(1).replace('/', '.'));
      }
    }
    return keys;
  }

  private static List<String> signatures(JavaClass type) {
    List<String> signatures = new ArrayList<>();
    ClassModel model;
    try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      model = ClassFile.of().parse(in.readAllBytes());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    for (FieldModel field : model.fields()) {
      field
          .findAttribute(Attributes.signature())
          .ifPresent(each -> signatures.add(each.signature().stringValue()));
    }
    for (MethodModel method : model.methods()) {
      method
          .findAttribute(Attributes.signature())
          .ifPresent(each -> signatures.add(each.signature().stringValue()));
      method
          .findAttribute(Attributes.code())
          .ifPresent(
              code ->
                  code.findAttributes(Attributes.localVariableTypeTable()).stream()
                      .flatMap(table -> table.localVariableTypes().stream())
                      .forEach(local -> signatures.add(local.signature().stringValue())));
    }
    return signatures;
  }

  /** The symbol table of a parser refuses names with equal hash codes, which tenants choose. */
  @Test
  void parsersHaveNoSymbolTables() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.hpa.api..",
            "dev.hpa.kube..",
            "dev.hpa.metrics..",
            "dev.hpa.scale..",
            "dev.hpa.controller..")
        .and()
        .doNotHaveSimpleName("Json")
        // A codec that parses nothing.
        .and()
        .doNotHaveSimpleName("ValueParser")
        .should()
        .callConstructor(JsonFactory.class)
        .orShould()
        .callMethod(JsonFactory.class, "builder")
        .orShould()
        .callConstructor(ObjectMapper.class)
        .because("Json.factory() has none")
        .check(CLASSES);
  }

  @Test
  void treesOfResponsesAreBounded() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.hpa.api..",
            "dev.hpa.kube..",
            "dev.hpa.metrics..",
            "dev.hpa.scale..",
            "dev.hpa.controller..",
            "dev.hpa.dashboard..")
        .should()
        .callMethod(JsonParser.class, "readValueAsTree")
        .orShould()
        .callMethod(ObjectMapper.class, "readTree", JsonParser.class)
        .orShould()
        .callMethod(ObjectMapper.class, "readTree", InputStream.class)
        .orShould()
        .callMethod(ObjectMapper.class, "readTree", byte[].class)
        .orShould()
        .callMethod(ObjectMapper.class, "readTree", String.class)
        .because("Json.tree fails before a tree takes the heap")
        .check(CLASSES);
  }

  @Test
  void nothingReadsTheSystemClockButTheTimeline() {
    noClasses()
        .that(DescribedPredicate.not(mayReadTheClock()))
        .should()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .because(
            "time is an object; only commands, the certificate of the sandbox and the conformance"
                + " suite, whose subjects are processes in real time, read the system clock")
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> mayReadTheClock() {
    return JavaClass.Predicates.resideInAnyPackage(
            "dev.hpa.api.time..",
            "dev.hpa.app.cli..",
            "dev.hpa.cli..",
            "dev.hpa.conformance.environment..")
        .or(JavaClass.Predicates.equivalentTo(dev.hpa.sandbox.server.ApiServer.class));
  }

  /** Every package is a separate slice, including nested packages. */
  private static final class EachPackage implements SliceAssignment {

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
      return SliceIdentifier.of(javaClass.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  @Test
  void namesOfClassesAreUnique() {
    Map<String, Set<String>> packages = new TreeMap<>();
    CLASSES.stream()
        .filter(JavaClass::isTopLevelClass)
        .filter(each -> !each.getSimpleName().equals("package-info"))
        .forEach(
            each ->
                packages
                    .computeIfAbsent(each.getSimpleName(), name -> new TreeSet<>())
                    .add(each.getPackageName()));
    packages.values().removeIf(each -> each.size() == 1);
    packages.forEach(
        (name, all) ->
            assertEquals(
                all.size(),
                all.stream().map(each -> each.split("\\.")[2]).distinct().count(),
                () -> name + " exists twice in a module: " + all));
    assertEquals(new TreeSet<>(SHARED_NAMES), packages.keySet(), packages::toString);
  }
}
